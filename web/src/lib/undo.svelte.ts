// Undo and redo of everything that removes something. The server keeps the changes, so a reload does
// not lose them. A room says which object Ctrl+Z belongs to (`useUndo`); after an act that removed
// something it calls `offerUndo`, and the toast at the foot of the page names the act.

import { onDestroy } from 'svelte';
import type { UndoEntry, UndoKind, UndoOffers, UndoQuestion, Texts } from '../api';
import { problemText } from './problem';
import { askFor } from './socket.svelte';

/** An object whose changes Ctrl+Z and Ctrl+Shift+Z step through. */
export interface UndoTarget {
  kind: UndoKind;
  /** The object; undefined for the list of all objects of this kind. */
  object: () => string | undefined;
  /** Called after a step, with the object and, for a draft, its state. */
  stepped: (entry: UndoEntry, offers: UndoOffers) => unknown;
  /** The state of a draft now. */
  state?: () => string;
  /** Waits for changes that are still on their way to the server. */
  ready?: () => Promise<unknown>;
}

interface Shown {
  words: Texts;
  entry: UndoEntry | undefined;
  target: UndoTarget | undefined;
  /** Undo of an act that the list of changes does not hold. */
  undo?: () => Promise<void>;
}

/** Milliseconds that the toast stays; it stays longer while it is pointed at or focused. */
export const TOAST_TIME = 10_000;

class Toast {
  shown = $state.raw<Shown>();
  error = $state('');
  #places = $state.raw<symbol[]>([]);
  /** The place that shows the toast: the page, or the dialog that was opened last. */
  place = $derived(this.#places.at(-1));

  enter(): symbol {
    const place = Symbol('place of the toast');
    this.#places = [...this.#places, place];
    return place;
  }
  leave(place: symbol): void {
    this.#places = this.#places.filter((one) => one !== place);
  }
  show(shown: Shown): void {
    this.shown = shown;
    this.error = '';
  }
  hide(): void {
    this.shown = undefined;
    this.error = '';
  }
}

export const toast = new Toast();

let targets: UndoTarget[] = [];

/** Makes an object the one of Ctrl+Z while the calling component lives. */
export function useUndo(target: UndoTarget): void {
  targets = [...targets, target];
  onDestroy(() => (targets = targets.filter((one) => one !== target)));
}

/** Names an act that removed something, with its undo. */
export function offerUndo(entry: UndoEntry | null | undefined, target: UndoTarget): void {
  if (entry) toast.show({ words: entry.words, entry, target });
}

/** A sentence in the toast, without an undo. */
export function tellInToast(words: Texts): void {
  toast.show({ words, entry: undefined, target: undefined });
}

const undo = (question: UndoQuestion) => askFor({ type: 'undo', ...question }, 'undoOffers');

/** Keeps the state of a draft before a change. */
export function rememberDraft(draft: string, state: string, words: Texts): Promise<UndoOffers> {
  return undo({ what: 'remember', draft, state, words });
}

/** Undoes the act that the toast names. */
export async function undoShown(): Promise<void> {
  const { entry, target, undo } = toast.shown ?? {};
  if (entry && target) return stepTo('undo', entry, target);
  try {
    await undo?.();
    toast.hide();
  } catch (problem) {
    toast.error = problemText(problem);
  }
}

/** Undoes or redoes this change. */
export async function stepTo(
  direction: 'undo' | 'redo',
  entry: UndoEntry,
  target: UndoTarget,
): Promise<void> {
  try {
    const state = target.state?.() ?? null;
    const offers = await undo({ what: direction, entry: entry.id, state });
    toast.hide();
    await target.stepped(entry, offers);
  } catch (problem) {
    toast.error = problemText(problem);
  }
}

/** Undoes or redoes the latest change of the object in view. */
export async function step(direction: 'undo' | 'redo'): Promise<void> {
  const target = targets.at(-1);
  if (!target) return;
  await target.ready?.();
  const { kind } = target;
  const object = target.object() ?? null;
  const offers = await undo({ what: 'offers', kind, object }).catch(() => undefined);
  const entry = offers?.[direction];
  if (entry) await stepTo(direction, entry, target);
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, also in a dialog, but not in a text that is being typed. */
export function handleUndoKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const at = event.target as HTMLElement | null;
  if (at?.closest('input:not([type=range]):not([type=checkbox]), textarea, [contenteditable]'))
    return;
  const key = event.key.toLowerCase();
  const direction = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : 'undo';
  if ((key !== 'z' && key !== 'y') || !targets.length) return;
  event.preventDefault();
  void step(direction);
}
