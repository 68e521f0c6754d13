// Texts in both languages. `Text` is the type for texts made on the page and by the server; the
// reader's language is chosen where a text is shown (`words` in settings.svelte.ts).

import type { Texts } from '../api';

export type Text = Texts;

/** An input that cannot be used, with the reason in both languages. */
export class InputError extends Error {
  readonly words: Text;

  constructor(en: string, zh: string) {
    super(en);
    this.words = { en, zh };
  }
}
