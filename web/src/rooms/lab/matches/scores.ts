// Scores of a live board as people read them.

import type { GameKind } from '../../../api';
import type { Text } from '../../../lib/text';

/** Scores from here on are won games of players that count no moves to the win. */
const WON = 20_000;

/** A side's score of its last move: a forced win counts moves, the rest is in whole units. */
export function scoreText(game: GameKind, score: number | null, mate: number | null): Text {
  const same = (text: string): Text => ({ en: text, zh: text });
  if (mate !== null && game === 'gomoku') {
    const moves = Math.abs(mate);
    return mate > 0
      ? { en: `win in ${moves}`, zh: `${moves} 步胜` }
      : { en: `loss in ${moves}`, zh: `${moves} 步负` };
  }
  if (mate !== null) return same(`${mate > 0 ? '+' : '−'}M${Math.abs(mate)}`);
  if (score === null) return same('');
  if (Math.abs(score) >= WON)
    return score > 0 ? { en: 'winning', zh: '胜势' } : { en: 'losing', zh: '败势' };
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  return same(`${sign}${(Math.abs(score) / 100).toFixed(2)}`);
}
