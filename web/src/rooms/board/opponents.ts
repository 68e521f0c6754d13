// The everyday choice of a new game: an opponent, a colour, a clock. Players are named as in the
// selects: `human`, `level:NAME`, `engine:NAME`.

import type { Player } from '../../api';

export const HUMAN = 'human';

/** Colour of the person: the first side, the second, or by lot. */
export type Colour = 0 | 1 | 'lot';

export interface Sides {
  first: string;
  second: string;
  /** Whether the two are exchanged by lot when the game begins. */
  lot: boolean;
}

/** The opponent of a person; none where two engines play. */
export function opponentOf({ first, second }: Sides): string | undefined {
  if (first === HUMAN) return second;
  return second === HUMAN ? first : undefined;
}

/** The colour of the person who plays an engine. */
export function colourOf({ first, second, lot }: Sides): Colour | undefined {
  if ((first === HUMAN) === (second === HUMAN)) return undefined;
  if (lot) return 'lot';
  return first === HUMAN ? 0 : 1;
}

/** Another opponent; the person keeps the colour. */
export function withOpponent(sides: Sides, opponent: string): Sides {
  if (opponent === HUMAN) return { first: HUMAN, second: HUMAN, lot: false };
  return withColour({ ...sides, first: HUMAN, second: opponent }, colourOf(sides) ?? 0);
}

/** Another colour for the person. */
export function withColour(sides: Sides, colour: Colour): Sides {
  const opponent = opponentOf(sides);
  if (opponent === undefined || opponent === HUMAN) return sides;
  return colour === 1
    ? { first: opponent, second: HUMAN, lot: false }
    : { first: HUMAN, second: opponent, lot: colour === 'lot' };
}

/** The players of the game; `heads` is the result of a toss. */
export function playersOf({ first, second, lot }: Sides, heads: boolean): [Player, Player] {
  const players: [Player, Player] = [playerOf(first), playerOf(second)];
  return lot && heads ? [players[1], players[0]] : players;
}

function playerOf(text: string): Player {
  const colon = text.indexOf(':');
  const name = text.slice(colon + 1);
  if (text.startsWith('level:')) return { type: 'engine', level: name };
  return text.startsWith('engine:') ? { type: 'external', name } : ({ type: 'human' } as Player);
}

/** The name of a player in the selects. */
export function nameOfPlayer(player: Player | undefined): string {
  if (player?.type === 'engine') return `level:${player.level}`;
  return player?.type === 'external' ? `engine:${player.name}` : HUMAN;
}

/** Minutes for each side and seconds added for each move; zero minutes are no clock. */
export interface ClockChoice {
  minutes: number;
  increment: number;
}

export const CLOCKS: readonly ClockChoice[] = [
  { minutes: 0, increment: 0 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 5 },
  { minutes: 30, increment: 10 },
];

/** The place of a clock in the row of chips; −1 for one's own. */
export const chipOf = ({ minutes, increment }: ClockChoice): number =>
  CLOCKS.findIndex(
    (one) => one.minutes === minutes && (minutes === 0 || one.increment === increment),
  );
