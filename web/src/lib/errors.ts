// Failures of a question to the server, told apart by type and code.

import type { Fault, Refusal } from '../api';
import type { Text } from './text';

/** The server refused a question; `refusal.code` says why. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.words.en);
  }
}

/** A question that ended without its last answer: the connection was lost, or it was stopped. */
export class Interrupted extends Error {
  constructor(readonly reason: 'lost' | 'stopped') {
    super(reason);
  }
}

/** A failure as it is shown: a sentence, and every fault of the input. */
export interface Problem {
  title: Text;
  faults: Text[];
}

/** The problem to show for a failure; none for an interruption, which the page shows elsewhere. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Interrupted) return undefined;
  if (error instanceof Refused)
    return { title: error.refusal.words, faults: error.refusal.faults.map(faultText) };
  const text = String(error);
  return { title: { en: text, zh: text }, faults: [] };
}

/** A fault after its line and column, where it has them. */
export function faultText({ line, column, words }: Fault): Text {
  if (!line) return words;
  return {
    en: `Line ${line}, column ${column ?? 1}: ${words.en}`,
    zh: `第 ${line} 行第 ${column ?? 1} 列：${words.zh}`,
  };
}
