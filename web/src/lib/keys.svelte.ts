// The keyboard: a room says which keys do what; the help overlay lists exactly those.

import { onDestroy } from 'svelte';

export interface Key {
  /** As `KeyboardEvent.key`; a space is `' '`. */
  key: string;
  /** Its text in the list of keys. */
  shown: string;
  about: { en: string; zh: string };
  run: () => void;
}

/** A key or a stroke that a part of the room hears by itself; the list of keys names it too. */
export type KeyNote = Pick<Key, 'shown' | 'about'>;

class Keys {
  list = $state.raw<Key[]>([]);
  notes = $state.raw<KeyNote[]>([]);
}

export const keys = new Keys();

/** Registers keys while the calling component lives. */
export function useKeys(list: Key[]): void {
  keys.list = [...keys.list, ...list];
  onDestroy(() => (keys.list = keys.list.filter((key) => !list.includes(key))));
}

/** Lists keys that are heard elsewhere, while the calling component lives. */
export function noteKeys(list: KeyNote[]): void {
  keys.notes = [...keys.notes, ...list];
  onDestroy(() => (keys.notes = keys.notes.filter((note) => !list.includes(note))));
}

export function handleKey(event: KeyboardEvent): void {
  const at = event.target as HTMLElement | null;
  const typing = at?.closest(
    'input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]',
  );
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  // The room's keys rest behind a dialog, which has its own: Escape closes it.
  if (document.querySelector('dialog:modal')) return;
  if (event.key === ' ' && at?.closest('button, a, [role=tab], summary')) return;
  const found = keys.list.findLast((key) => key.key === event.key);
  if (!found) return;
  event.preventDefault();
  found.run();
}
