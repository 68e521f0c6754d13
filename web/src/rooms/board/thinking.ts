// The time that the side to move has thought, kept over a reload of the page. A page that is closed
// stops the clock.

import type { State } from '../../api';

const KEY = 'xun.thinking';
let isFresh = true;

interface Kept {
  game: number;
  node: number;
  /** When the thinking began, by the clock of the wall. */
  began: number;
}

/** Keeps when the side to move began to think; `ago` is in milliseconds. */
export function keepThinking({ id, current, clocks }: State, ago: number): void {
  if (!clocks) return;
  const kept: Kept = { game: id, node: current, began: Date.now() - ago };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may forbid it; a reload then begins the thinking anew.
  }
}

/** Milliseconds thought here before the reload: asked once, for the first game that is opened. */
export function thoughtBefore({ id, current, clocks }: State): number {
  const wasFresh = isFresh;
  isFresh = false;
  if (!wasFresh || !clocks) return 0;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.game === id && kept.node === current ? Math.max(0, Date.now() - kept.began) : 0;
  } catch {
    return 0;
  }
}
