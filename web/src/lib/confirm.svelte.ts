// A question before an act: `if (await confirmed({...}))`. The dialog is in parts/Confirm.svelte.

import type { Texts } from '../api';

interface Asked {
  question: Texts;
  /** Name of the act on its button. */
  act: Texts;
  answer: (yes: boolean) => void;
}

class Confirmation {
  asked = $state.raw<Asked>();
}

export const confirmation = new Confirmation();

/** Asks before an act; false where the reader closes the question. */
export function confirmed(question: Texts, act: Texts): Promise<boolean> {
  confirmation.asked?.answer(false);
  return new Promise((resolve) => {
    confirmation.asked = {
      question,
      act,
      answer: (yes) => {
        confirmation.asked = undefined;
        resolve(yes);
      },
    };
  });
}
