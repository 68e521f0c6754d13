// A table of any number of searches on the map, without their events.

import type { Choice, Menu, RunResult } from '../../api';
import { problemText } from '../../lib/problem';
import { ask } from '../../lib/socket.svelte';
import { suits, type ProblemKind, type SearchChoice } from './choices';
import type { Grid } from './map';
import type { Terms } from './run.svelte';

export interface Compared extends SearchChoice {
  result: RunResult | undefined;
  error: string;
}

const same = (one: SearchChoice, other: SearchChoice): boolean =>
  one.algorithm === other.algorithm && one.heuristic === other.heuristic;

export class Comparison {
  rows = $state.raw<Compared[]>([]);
  /** Searches that are still to be run. */
  waiting = $state(0);
  /** Whether the map has changed since. */
  stale = $state(false);
  private turn = 0;

  /** Runs every algorithm that suits the problem, one after another. */
  runAll(
    menu: Menu,
    kind: ProblemKind,
    heuristic: string,
    grid: Grid,
    terms: Terms,
  ): Promise<void> {
    const fits = (choice: Choice) => suits(choice, kind) && choice.name !== 'auto';
    const choices = menu.algorithms
      .filter(fits)
      .map(({ name }) => ({ algorithm: name, heuristic }));
    return this.run(choices, grid, terms);
  }

  /** Runs the searches of the table again. */
  again(grid: Grid, terms: Terms): Promise<void> {
    return this.run(this.rows, grid, terms);
  }

  private async run(choices: SearchChoice[], grid: Grid, { moves, weight }: Terms): Promise<void> {
    const turn = ++this.turn;
    const map = grid.message();
    this.stale = false;
    this.rows = choices.map(({ algorithm, heuristic }) => ({
      algorithm,
      heuristic,
      result: undefined,
      error: '',
    }));
    this.waiting = choices.length;
    for (const { algorithm, heuristic } of choices) {
      const choice = { algorithm, heuristic };
      const row: Compared = { ...choice, result: undefined, error: '' };
      try {
        const question = { type: 'pathRun', map, ...choice, moves, weight, trace: false } as const;
        const answer = await ask(question).done;
        if (answer.type === 'pathResult') row.result = answer;
      } catch (error) {
        row.error = problemText(error);
      }
      if (turn !== this.turn) return;
      this.put(row);
      this.waiting -= 1;
    }
  }

  /** Adds the result of a search that was watched, or replaces that of the same choices. */
  add(choice: SearchChoice, result: RunResult): void {
    if (this.stale) {
      this.rows = [];
      this.stale = false;
    }
    this.put({ algorithm: choice.algorithm, heuristic: choice.heuristic, result, error: '' });
  }

  private put(row: Compared): void {
    this.rows = this.rows.some((one) => same(one, row))
      ? this.rows.map((one) => (same(one, row) ? row : one))
      : [...this.rows, row];
  }

  /** The map has changed; the numbers are of the one before. */
  outdate(): void {
    this.turn += 1;
    this.waiting = 0;
    this.stale = this.rows.length > 0;
  }

  clear(): void {
    this.turn += 1;
    this.waiting = 0;
    this.rows = [];
    this.stale = false;
  }
}
