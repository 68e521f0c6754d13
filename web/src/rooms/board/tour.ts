import type { GameKind } from '../../api';
import type { Stop } from '../../lib/tour.svelte';

export function tourOf(kind: GameKind): Stop[] {
  const xiangqi = kind === 'xiangqi';
  return [
    {
      at: '.board',
      words: xiangqi
        ? {
            en: 'Click or drag a piece: dots show where it may go. Pieces with pictures instead of characters are in the board settings.',
            zh: '点击或拖动棋子：圆点是可走之处。棋子样式与记谱法可在棋盘设置里更换。',
          }
        : {
            en: 'Click a point to place a stone. Under renju rules the points that Black may not take are crossed.',
            zh: '点击落子。连珠规则下，黑方的禁手点会打叉。',
          },
    },
    {
      at: '.toolbar',
      words: {
        en: 'Begin a game against any level, between two people, or let engines play each other. Every move is saved as it is played.',
        zh: '与任一级别对弈，双人对弈，或让引擎互弈。每一步都随走随存。',
      },
    },
    {
      at: '#panel-analysis',
      words: {
        en: 'Analyse shows the best lines while it thinks. Point at a move to see it on the board, click to play it.',
        zh: '“分析”边想边显示最佳变例。指向着法可预览，点击即走。',
      },
    },
    {
      at: '#panel-moves',
      words: {
        en: 'All moves with their variations. Review marks the mistakes and says what was better.',
        zh: '全部着法与变例。“复盘”会标出失误并给出更好的着法。',
      },
    },
  ];
}
