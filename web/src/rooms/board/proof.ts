// A proof of a forced win, walked step by step: the winner's moves, and the answers that they meet.

import type { BoardProof, ProofStep } from '../../api';
import type { Text } from '../../lib/text';
import { sideNames } from './status';

/** The verdict in a sentence; `side` is the side to move. */
export function verdictText({ verdict, length }: BoardProof, side: 0 | 1): Text {
  const moves = Math.ceil(length / 2);
  const mover = sideNames.gomoku[side];
  switch (verdict) {
    case 'five':
      return { en: `${mover.en} wins at once.`, zh: `${mover.zh}一步成五。` };
    case 'fours':
      return {
        en: `${mover.en} wins by fours in ${moves}.`,
        zh: `${mover.zh}连冲四 ${moves} 步胜。`,
      };
    case 'threes':
      return {
        en: `${mover.en} wins by fours and threes in ${moves}.`,
        zh: `${mover.zh}以冲四与活三 ${moves} 步胜。`,
      };
    case 'loss':
      return {
        en: `${mover.en} loses: the other side makes five.`,
        zh: `${mover.zh}已负：对方必成五。`,
      };
    case 'noForcedWin':
      return { en: 'No win by fours and threes.', zh: '没有冲四、活三的必胜。' };
    case 'unknown':
      return { en: 'Not decided within the limit.', zh: '限度内未能判定。' };
  }
}

/** The steps after one of a proof; 0 is the position asked about. */
export const stepsAfter = (proof: BoardProof, id: number): ProofStep[] =>
  proof.steps.filter((step) => step.parent === id);

/** The steps from the position asked about to one of a proof. */
export function pathTo(proof: BoardProof, id: number): ProofStep[] {
  const steps = new Map(proof.steps.map((step) => [step.id, step]));
  const path: ProofStep[] = [];
  // A proof cannot be deeper than its steps; the bound ends the walk on a broken one.
  for (let step = steps.get(id); step && path.length < steps.size; step = steps.get(step.parent))
    path.unshift(step);
  return path;
}
