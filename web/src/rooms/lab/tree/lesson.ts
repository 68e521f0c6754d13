// A tree on the page without its looks: the address it is kept in, walking through its steps,
// folding, practice, and the moves that lead to a node.

import type { GameKind, Tree } from '../../../api';
import { momentAt, puzzleAt } from './walk';

export type Source = 'teaching' | GameKind;

export const CLASSIC = '((3 12 8) (2 4 6) (14 5 2))';
const STONES = 'h8i9';

/** The choices that make a tree. */
export interface Choices {
  source: Source;
  /** The teaching tree in brackets. */
  text: string;
  /** The FEN of a Xiangqi position; empty for the start position. */
  fen: string;
  /** The moves of a Gomoku position. */
  stones: string;
  algorithm: string;
  refinements: string[];
  depth: number;
}

export function readChoices(query: URLSearchParams): Choices {
  const fen = query.get('fen');
  return {
    source: fen !== null ? 'xiangqi' : query.has('moves') ? 'gomoku' : 'teaching',
    text: query.get('tree') ?? CLASSIC,
    fen: fen === 'start' ? '' : (fen ?? ''),
    stones: query.get('moves') ?? STONES,
    algorithm: query.get('algorithm') ?? 'alpha-beta',
    refinements: query.get('with')?.split(',').filter(Boolean) ?? [],
    depth: Number(query.get('depth')) || 3,
  };
}

export function choicesAddress(choices: Choices): string {
  const { source, text, fen, stones, algorithm, refinements, depth } = choices;
  const query = new URLSearchParams({ algorithm });
  if (source === 'xiangqi') query.set('fen', fen || 'start');
  else if (source === 'gomoku') query.set('moves', stones);
  else if (text !== CLASSIC) query.set('tree', text);
  if (refinements.length) query.set('with', refinements.join(','));
  if (source !== 'teaching') query.set('depth', String(depth));
  return `/lab/tree?${query}`;
}

/** The unfolded nodes with those above the node where the search stands after so many steps. */
export function revealed(tree: Tree, open: ReadonlySet<number>, at: number): Set<number> {
  const next = new Set(open);
  let node: number | null = momentAt(tree, at).here;
  while (node !== null && node >= 0) {
    const above: number | null = tree.nodes[node]!.parent;
    if (above !== null) next.add(above);
    node = above;
  }
  return next;
}

/** The next step after which a question can be asked; the end where there is none. */
export function nextPuzzle(tree: Tree, at: number): number {
  let next = at + 1;
  while (next < tree.steps.length && !puzzleAt(tree, next)) next += 1;
  return Math.min(next, tree.steps.length);
}

/** The moves from the root to a node. */
export function movesTo(tree: Tree, node: number): string[] {
  const moves: string[] = [];
  for (let at: number | null = node; at !== null && at > 0; at = tree.nodes[at]?.parent ?? null)
    moves.unshift(tree.nodes[at]!.text);
  return moves;
}

/** A tree of three plies with random leaves. */
export function randomTree(random: () => number = Math.random): string {
  const leaf = () => String(Math.floor(random() * 20) - 4);
  const group = (count: number, part: () => string) =>
    `(${Array.from({ length: count }, part).join(' ')})`;
  return group(3, () => group(2, () => group(3, leaf)));
}
