// Set-ups of games and questions about them.

import type { BoardQuestion, GameKind, Setup } from '../../api';

export function board<T extends BoardQuestion>(question: T): { type: 'board' } & T {
  return { type: 'board', ...question };
}

/** The game that is offered first: a person against an engine of medium strength. */
export const usualSetup = (game: GameKind): Setup => ({
  game,
  name: '',
  rules: game === 'xiangqi' ? 'asian' : 'freestyle',
  size: 15,
  opening: 'free',
  position: null,
  players: [{ type: 'human' }, { type: 'engine', level: game === 'xiangqi' ? 'casual' : 'medium' }],
  clock: null,
  think: null,
  names: ['', ''],
  tags: [],
});

/** A game between two people. */
export const setupForTwo = (game: GameKind, rules?: string, size?: number): Setup => {
  const usual = usualSetup(game);
  return {
    ...usual,
    rules: rules ?? usual.rules,
    size: size ?? usual.size,
    players: [{ type: 'human' }, { type: 'human' }],
  };
};
