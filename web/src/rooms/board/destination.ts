// Addresses of the board rooms: a saved game, a shared position or game, or the room itself.

import type { GameKind, Node, Setup, State } from '../../api';
import type { Route } from '../../lib/address';
import { lineOf, plyOf } from './record';
import { setupForTwo } from './setup';

export type Destination =
  | { type: 'game'; id: number; node: number | undefined }
  | { type: 'share'; setup: Setup; text: string }
  /** The latest game, or a new one where there is none. */
  | { type: 'latest' }
  /** An address of this room that means nothing. */
  | { type: 'wrong' };

export function destinationOf(kind: GameKind, { parts, query }: Route): Destination | undefined {
  const [room, what, id] = parts;
  if (room !== kind) return undefined;
  if (what === 'game' && Number(id) > 0) {
    const node = Number(query.get('node') ?? -1);
    return { type: 'game', id: Number(id), node: node >= 0 ? node : undefined };
  }
  if (what === 'share') {
    const rules = query.get('rules') || undefined;
    const size = Number(query.get('size')) || undefined;
    const text = [query.get('position'), query.get('moves')]
      .filter(Boolean)
      .join(kind === 'xiangqi' ? ' moves ' : ' ');
    return { type: 'share', setup: setupForTwo(kind, rules, size), text };
  }
  return { type: what ? 'wrong' : 'latest' };
}

export const gameAddress = (kind: GameKind, id: number): string => `/${kind}/game/${id}`;

const FIRST_POSITION = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

const textsOf = (nodes: Node[]): string[] => nodes.map((node) => node.text);

/** A link to the position that is shown, or to the whole game through it. */
export function shareAddress(state: State, whole: boolean): string {
  const { game: kind, rules, size, position } = state.setup;
  const query = new URLSearchParams({ rules });
  if (kind === 'gomoku') query.set('size', String(size));
  if (whole || kind === 'gomoku') {
    const line = lineOf(state);
    const start = position ?? (kind === 'xiangqi' ? FIRST_POSITION : undefined);
    if (start) query.set('position', start);
    query.set('moves', textsOf(whole ? line : line.slice(0, plyOf(state))).join(' '));
  } else query.set('position', state.view.text);
  return `/${kind}/share?${query}`;
}

/** The current position in the lab of game trees. */
export function treeAddress(state: State | undefined, kind: GameKind): string {
  if (kind === 'xiangqi') return `/lab/tree?fen=${encodeURIComponent(state?.view.text ?? '')}`;
  const moves = state ? textsOf(lineOf(state).slice(0, plyOf(state))).join('') : '';
  return `/lab/tree?moves=${moves}&depth=2`;
}
