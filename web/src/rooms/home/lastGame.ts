// The game that was last played and is not over.

import type { BoardMenu, GameKind, Listed } from '../../api';
import type { Text } from '../../lib/text';
import { askFor } from '../../lib/socket.svelte';
import { board } from '../board/setup';

export interface LastGame {
  kind: GameKind;
  id: number;
  words: Text;
}

const kinds: Record<GameKind, Text> = {
  xiangqi: { en: 'Xiangqi', zh: '象棋' },
  gomoku: { en: 'Gomoku', zh: '五子棋' },
};

/** "Xiangqi against Beginner, move 12". */
export function describe(
  { setup, moves }: Pick<Listed, 'setup' | 'moves'>,
  levels: Pick<BoardMenu, 'levels'>['levels'],
): Text {
  const kind = kinds[setup.game];
  const opponent = setup.players.find((player) => player.type !== 'human');
  const level =
    opponent?.type === 'engine' ? levels.find((one) => one.name === opponent.level) : undefined;
  const name = opponent?.type === 'external' ? opponent.name : undefined;
  const against: Text = name
    ? { en: ` against ${name}`, zh: `对 ${name}` }
    : level
      ? { en: ` against ${level.title.en}`, zh: `对${level.title.zh}` }
      : { en: '', zh: '' };
  return {
    en: `${kind.en}${against.en}, move ${moves}`,
    zh: `${kind.zh}${against.zh}，第 ${moves} 步`,
  };
}

/** The newest game with a move that is not over; none where there is no such game. */
export async function lastGame(): Promise<LastGame | undefined> {
  try {
    const { games } = await askFor(board({ what: 'list', game: null, words: '' }), 'boardList');
    const open = games.filter((one) => !one.over && one.moves > 0);
    const newest = open.toSorted((one, other) => other.updated - one.updated)[0];
    if (!newest) return undefined;
    const kind = newest.setup.game;
    const { levels } = await askFor(board({ what: 'menu', game: kind }), 'boardMenu');
    return { kind, id: newest.id, words: describe(newest, levels) };
  } catch {
    return undefined;
  }
}
