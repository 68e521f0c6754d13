import { describe, expect, it } from 'vitest';
import type { State } from '../../api';
import { parseAddress } from '../../lib/address';
import { destinationOf, gameAddress, shareAddress, treeAddress } from './destination';

const at = (address: string) => {
  const url = new URL(address, 'http://localhost');
  return parseAddress(url.pathname, url.search);
};

const game = (kind: 'xiangqi' | 'gomoku', position: string | null = null): State =>
  ({
    setup: { game: kind, rules: 'renju', size: 15, position },
    nodes: ['h8', 'i9', 'j10'].map((text, index) => ({ id: index + 1, parent: index, text })),
    current: 2,
    view: { text: '9/9 w' },
  }) as unknown as State;

describe('destinationOf', () => {
  it('finds a saved game and a node of it', () => {
    expect(destinationOf('xiangqi', at('/xiangqi/game/3?node=0'))).toEqual({
      type: 'game',
      id: 3,
      node: 0,
    });
    expect(destinationOf('xiangqi', at(gameAddress('xiangqi', 3)))).toMatchObject({
      node: undefined,
    });
  });

  it('opens the latest game at the bare room', () => {
    expect(destinationOf('gomoku', at('/gomoku'))).toEqual({ type: 'latest' });
  });

  it('knows an address that means nothing', () => {
    for (const address of ['/gomoku/game/x', '/gomoku/game/-1', '/gomoku/else'])
      expect(destinationOf('gomoku', at(address))).toEqual({ type: 'wrong' });
  });

  it('is nothing in another room', () => {
    expect(destinationOf('gomoku', at('/xiangqi/game/3'))).toBeUndefined();
  });

  it('reads a shared game as it was written', () => {
    const whole = destinationOf('gomoku', at(shareAddress(game('gomoku'), true)));
    expect(whole).toMatchObject({
      type: 'share',
      text: 'h8 i9 j10',
      setup: { game: 'gomoku', rules: 'renju', size: 15, players: [{ type: 'human' }, {}] },
    });
    const position = destinationOf('gomoku', at(shareAddress(game('gomoku', 'a1'), false)));
    expect(position).toMatchObject({ text: 'a1 h8 i9' });
  });

  it('shares a Xiangqi position as its text, and a game with its first position', () => {
    const position = destinationOf('xiangqi', at(shareAddress(game('xiangqi'), false)));
    expect(position).toMatchObject({ text: '9/9 w' });
    const whole = destinationOf('xiangqi', at(shareAddress(game('xiangqi'), true)));
    expect(whole?.type === 'share' && whole.text).toMatch(/^rnbakabnr.* moves h8 i9 j10$/);
  });
});

describe('treeAddress', () => {
  it('leads to the tree of the position', () => {
    expect(treeAddress(game('gomoku'), 'gomoku')).toBe('/lab/tree?moves=h8i9&depth=2');
    expect(treeAddress(game('xiangqi'), 'xiangqi')).toBe('/lab/tree?fen=9%2F9%20w');
    expect(treeAddress(undefined, 'gomoku')).toBe('/lab/tree?moves=&depth=2');
  });
});
