// Questions about a game record: its line of moves, whose turn it is, its scores as text.

import type { GameKind, Node, OpeningTurn, Player, Score, Setup, State, Texts } from '../../api';

export function firstChild(state: State, node: number): Node | undefined {
  return state.nodes.find((one) => one.parent === node);
}

export function currentNode(state: State): Node | undefined {
  return state.nodes.find((node) => node.id === state.current);
}

/** The moves from the start to the current node, and on along first children. */
export function lineOf(state: State): Node[] {
  const byId = new Map(state.nodes.map((node) => [node.id, node]));
  const line: Node[] = [];
  // A record cannot be longer than its nodes; the bound ends the walk on a broken one.
  let node = byId.get(state.current);
  while (node && line.length < state.nodes.length) {
    line.unshift(node);
    node = byId.get(node.parent);
  }
  let next = firstChild(state, state.current);
  while (next && line.length < state.nodes.length) {
    line.push(next);
    next = firstChild(state, next.id);
  }
  return line;
}

/** Number of moves of the line that have been played at the current node. */
export function plyOf(state: State): number {
  return lineOf(state).findIndex((node) => node.id === state.current) + 1;
}

/** Whether the current node is where the game goes on. */
export function isAtEnd(state: State): boolean {
  return !firstChild(state, state.current);
}

export function playerOf(state: State, side: number): Player | undefined {
  return state.setup.players[side];
}

export const isHuman = (player: Player | undefined): boolean => player?.type === 'human';

/** The turn of the opening rule, while it asks for something. */
export function openingOf(state: State): OpeningTurn | undefined {
  return isAtEnd(state) && !state.over ? (state.opening ?? undefined) : undefined;
}

/** The player that acts: of the side to move, or the one that the opening rule asks. */
export function actorOf(state: State): number {
  return state.opening?.player ?? state.view.side;
}

export function isEngineToMove(state: State): boolean {
  // Moves after the end of a game are a variation to look at.
  const isEnded = !!state.over || !!state.result;
  return isAtEnd(state) && !isEnded && !isHuman(playerOf(state, actorOf(state)));
}

/** The node to remove for a take-back: the last move of a person, with the engine's reply. */
export function takeBackTo(state: State): number | undefined {
  const node = currentNode(state);
  if (!node) return undefined;
  const before = state.nodes.find((one) => one.id === node.parent);
  const isReply = !isHuman(playerOf(state, node.side)) && isHuman(playerOf(state, 1 - node.side));
  return before && isReply ? before.id : node.id;
}

/** `+1.25`, or `−M3` for a forced loss in three moves. */
export function scoreText(score: Score, decimals = 2): string {
  if (score.mate === 0) return '#';
  const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '');
  if (score.mate !== null) return `${sign(score.mate)}M${Math.abs(score.mate)}`;
  return `${sign(score.value)}${Math.abs(score.value / 100).toFixed(decimals)}`;
}

/** A score in words where a win is forced: "mate in 3", and in Gomoku "win in 3". */
export function scoreWords(score: Score, kind: GameKind): Texts {
  if (!score.mate) return { en: scoreText(score), zh: scoreText(score) };
  const moves = Math.abs(score.mate);
  const [first, second] = kind === 'xiangqi' ? ['Red', 'Black'] : ['Black', 'White'];
  const [firstZh, secondZh] = kind === 'xiangqi' ? ['红', '黑'] : ['黑', '白'];
  const [side, sideZh] = score.mate > 0 ? [first, firstZh] : [second, secondZh];
  return kind === 'xiangqi'
    ? { en: `${side} mates in ${moves}`, zh: `${sideZh}方 ${moves} 步杀` }
    : { en: `${side} wins in ${moves}`, zh: `${sideZh}方 ${moves} 步胜` };
}

/** The first side's expected score in percent. */
export function expected(score: Score): number {
  return score.win + score.draw / 2;
}

/** Tags of PGN and SGF that say where a game was played, in the order of reading. */
const HEADERS = ['Event', 'EV', 'Site', 'PC', 'Round', 'RO', 'Date', 'DT'];

/** The event, place, round and date of an imported game in one line; empty where none is known. */
export function headersOf({ name, tags }: Pick<Setup, 'name' | 'tags'>): string {
  const values = HEADERS.flatMap((header) =>
    tags.filter((tag) => tag.name === header).map((tag) => tag.value),
  );
  if (!values.length) return '';
  const known = [name, ...values].filter((value) => value && !/^[?.-]*$/.test(value));
  return [...new Set(known)].join(' · ');
}
