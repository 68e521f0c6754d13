import { describe as group, expect, it } from 'vitest';
import type { Setup } from '../../api';
import { usualSetup } from '../board/setup';
import { describe } from './lastGame';

const setup = (players: Setup['players']): Setup => ({ ...usualSetup('xiangqi'), players });
const levels = [
  { name: 'beginner', title: { en: 'Beginner', zh: '初学' }, about: { en: '', zh: '' } },
];

group('the game to continue', () => {
  it('names the level of the engine and the move', () => {
    const against = setup([{ type: 'human' }, { type: 'engine', level: 'beginner' }]);
    expect(describe({ setup: against, moves: 12 }, levels)).toEqual({
      en: 'Xiangqi against Beginner, move 12',
      zh: '象棋对初学，第 12 步',
    });
  });

  it('names an external engine, and no opponent between two people', () => {
    const external = setup([{ type: 'external', name: 'Pikafish' }, { type: 'human' }]);
    expect(describe({ setup: external, moves: 3 }, levels).en).toBe(
      'Xiangqi against Pikafish, move 3',
    );
    const two = setup([{ type: 'human' }, { type: 'human' }]);
    expect(describe({ setup: two, moves: 1 }, levels).zh).toBe('象棋，第 1 步');
  });
});
