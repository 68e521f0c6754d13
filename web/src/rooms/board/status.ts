// Words about a game: its sides, its players, whose turn it is, how it ended.

import type { BoardMenu, GameKind, Over, Player, State } from '../../api';
import type { Text } from '../../lib/text';
import { endings } from './reasons';
import { isEngineToMove, openingOf } from './record';

export const sideNames: Record<GameKind, readonly [Text, Text]> = {
  xiangqi: [
    { en: 'Red', zh: '红方' },
    { en: 'Black', zh: '黑方' },
  ],
  gomoku: [
    { en: 'Black', zh: '黑方' },
    { en: 'White', zh: '白方' },
  ],
};

/** The name of a player; none for a person without a name in a game of two people. */
export function playerName(
  player: Player | undefined,
  menu: BoardMenu | undefined,
): Text | undefined {
  if (!player || player.type === 'human') return undefined;
  if (player.type === 'external') return { en: player.name, zh: player.name };
  const level = menu?.levels.find((one) => one.name === player.level);
  return level?.title ?? { en: player.level, zh: player.level };
}

/** `Red wins: checkmate`. */
export function resultText(kind: GameKind, over: Over): Text {
  const reason = endings[over.code];
  if (over.winner === null) return { en: `Draw: ${reason.en}`, zh: `和棋：${reason.zh}` };
  const winner = sideNames[kind][over.winner as 0 | 1];
  return { en: `${winner.en} wins: ${reason.en}`, zh: `${winner.zh}胜：${reason.zh}` };
}

/** The text of the opening rule's present question. */
function openingText(state: State): Text | undefined {
  const opening = openingOf(state);
  if (!opening) return undefined;
  const who: Text =
    opening.player === 0
      ? { en: 'The first player', zh: '先手' }
      : { en: 'The second player', zh: '后手' };
  if (!opening.stones)
    return {
      en: `Swap2: ${who.en.toLowerCase()} chooses a colour.`,
      zh: `Swap2：${who.zh}选择颜色。`,
    };
  const colour = sideNames.gomoku[state.view.side as 0 | 1];
  const [stones, stonesZh] =
    opening.stones === 1
      ? ['the last stone', '最后一子']
      : [`${opening.stones} stones`, ` ${opening.stones} 子`];
  return {
    en: `Swap2: ${who.en.toLowerCase()} places ${stones}, now a ${colour.en.toLowerCase()} one.`,
    zh: `Swap2：${who.zh}放${stonesZh}，现在放${colour.zh.slice(0, 1)}子。`,
  };
}

/** The state of a game in one sentence. */
export function statusText(state: State, engine: { thinking: boolean; paused: boolean }): Text {
  const kind = state.setup.game;
  if (state.over) return resultText(kind, state.over);
  if (engine.thinking) return { en: 'Thinking…', zh: '思考中……' };
  const asked = openingText(state);
  if (asked) return asked;
  if (engine.paused && isEngineToMove(state)) return { en: 'Engine paused.', zh: '引擎已暂停。' };
  const side = sideNames[kind][state.view.side as 0 | 1];
  return state.view.check === null
    ? { en: `${side.en} to move.`, zh: `轮到${side.zh}。` }
    : { en: `${side.en} is in check.`, zh: `${side.zh}被将军。` };
}
