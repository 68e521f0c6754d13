// A failure in the reader's language.

import { problemOf } from './errors';
import { words } from './settings.svelte';

/** The sentence and every fault of a failure; empty for an interruption. */
export function problemText(error: unknown, separator = ' · '): string {
  const problem = problemOf(error);
  return problem ? [problem.title, ...problem.faults].map(words).join(separator) : '';
}
