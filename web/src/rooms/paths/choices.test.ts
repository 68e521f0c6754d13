import { describe, expect, it } from 'vitest';
import type { Choice } from '../../api';
import { usualQuestion } from './question';
import { fitting, isScenarioFile, offered, pathsAddress, readPathsAddress } from './choices';
import { Grid, sample } from './map';

const choice = (name: string, plain: boolean, supply: boolean): Choice => ({
  name,
  title: { en: name, zh: name },
  about: { en: '', zh: '' },
  supply,
  prices: false,
  plain,
  informed: true,
});

describe('the address of the room', () => {
  const read = (address: string) =>
    readPathsAddress(new URL(address, 'http://localhost').searchParams);

  it('keeps map, searches, moves, weight and question', () => {
    const tour = { ...usualQuestion, name: 'tour', marks: [4, 2], inOrder: true };
    const searches = [
      { algorithm: 'weighted-astar', heuristic: 'octile' },
      { algorithm: 'bfs', heuristic: 'zero' },
    ];
    const address = read(pathsAddress(sample(1), 7, searches, '8', 2.5, tour));
    expect(address).toMatchObject({
      question: tour,
      searches,
      moves: '8',
      weight: 2.5,
      run: false,
      id: 7,
    });
    expect(address.grid?.message()).toEqual(sample(1).message());
  });

  it('leaves out what is not needed', () => {
    const search = { algorithm: 'astar', heuristic: 'manhattan' };
    expect(pathsAddress(sample(0), undefined, [search], '4', 1.5, usualQuestion)).not.toMatch(
      /[?&](b|bh|w|id)=/,
    );
    const noise = new Grid(60, 60, 0, 1, null);
    noise.cells.forEach((_, cell) => (noise.cells[cell] = cell % 2 ? 1 : 2));
    const address = pathsAddress(noise, 3, [search], '4', 1.5, usualQuestion);
    expect([address.includes('map='), address.includes('id=3')]).toEqual([false, true]);
  });

  it('has usual choices where it says nothing, or nonsense', () => {
    expect(read('/paths?map=oops&w=heavy&run')).toEqual({
      grid: undefined,
      id: undefined,
      wrong: true,
      searches: [{ algorithm: 'astar', heuristic: 'manhattan' }],
      moves: '4',
      weight: 1.5,
      question: usualQuestion,
      run: true,
    });
  });
});

describe('a wrong address', () => {
  it.each([
    ['/paths', false],
    ['/paths?id=12', false],
    ['/paths?map=1x2-0-1--b2', false],
    ['/paths?map=zzz', true],
    ['/paths?map=', true],
    ['/paths?id=zzz', true],
    ['/paths?id=0', true],
  ])('%s: %s', (address, wrong) => {
    const query = new URL(address, 'http://localhost').searchParams;
    expect(readPathsAddress(query).wrong).toBe(wrong);
  });
});

describe('choices that suit the problem', () => {
  const menu = {
    algorithms: [
      choice('bfs', true, false),
      choice('astar', true, true),
      choice('labels', false, true),
    ],
    heuristics: [choice('octile', true, false), choice('stations', false, true)],
  };

  it('stay as they are where they suit', () => {
    const chosen = { algorithm: 'bfs', heuristic: 'octile' };
    expect(fitting(chosen, menu, 'plain')).toEqual(chosen);
  });

  it('become the usual one, or the first, where they do not', () => {
    expect(fitting({ algorithm: 'bfs', heuristic: 'octile' }, menu, 'supply')).toEqual({
      algorithm: 'astar',
      heuristic: 'stations',
    });
    expect(offered([], 'bfs', 'astar')).toBe('bfs');
  });
});

describe('isScenarioFile', () => {
  it('goes by the name or the first line', () => {
    expect(isScenarioFile('', 'arena.map.scen')).toBe(true);
    expect(isScenarioFile('version 1\n0\tarena.map', null)).toBe(true);
    expect(isScenarioFile('version 1.0\n', null)).toBe(true);
    expect(isScenarioFile('version: 1.4.0\n', 'a.yaml')).toBe(false);
    expect(isScenarioFile('S.G', null)).toBe(false);
  });
});
