import { describe, expect, it } from 'vitest';
import { parseAddress, viewAddress } from './address';

describe('parseAddress', () => {
  it('splits the path into parts and reads the query', () => {
    const { parts, query } = parseAddress('/xiangqi/game/3', '?node=7&x=a%20b');
    expect(parts).toEqual(['xiangqi', 'game', '3']);
    expect([query.get('node'), query.get('x'), query.get('none')]).toEqual(['7', 'a b', null]);
  });

  it('ignores empty parts and resolves escapes', () => {
    expect(parseAddress('/', '').parts).toEqual([]);
    expect(parseAddress('//lab/%E6%A0%91/', '').parts).toEqual(['lab', '树']);
  });

  it('keeps a part whose escape is broken', () => {
    expect(parseAddress('/a%/%E0%A4%A', '').parts).toEqual(['a%', '%E0%A4%A']);
  });
});

describe('viewAddress', () => {
  const here = 'http://localhost:8848/paths?a=astar';

  it('gives path and query of links inside the page', () => {
    expect(viewAddress('/lab/tree?depth=2', here)).toBe('/lab/tree?depth=2');
    expect(viewAddress('http://localhost:8848/gomoku', here)).toBe('/gomoku');
  });

  it('leaves links to other sites and to the server alone', () => {
    expect(viewAddress('http://localhost:9000/gomoku', here)).toBeUndefined();
    expect(viewAddress('https://example.org/', here)).toBeUndefined();
    expect(viewAddress('/api/v1/games', here)).toBeUndefined();
  });
});
