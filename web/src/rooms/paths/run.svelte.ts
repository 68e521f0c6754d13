// One search on the map: its choices, its events and its result.

import type { RunResult } from '../../api';
import { problemText } from '../../lib/problem';
import { ask, type Asking } from '../../lib/socket.svelte';
import type { Grid } from './map';
import { askMessage, type QuestionChoice } from './question';
import { Trace } from './trace';

/** Choices that all searches on a map share. */
export interface Terms {
  moves: string;
  weight: number;
  question: QuestionChoice;
}

export class Run {
  algorithm = $state('astar');
  heuristic = $state('manhattan');
  trace = $state.raw<Trace>();
  result = $state.raw<RunResult>();
  /** The question that was asked; its name is `path` for a search. */
  asked = $state.raw<QuestionChoice>();
  /** Events that have come so far. */
  events = $state(0);
  busy = $state(false);
  error = $state('');
  /** Whether it is a search from a file, which cannot be run again. */
  fromFile = $state(false);
  private asking: Asking | undefined;

  constructor(algorithm: string, heuristic: string) {
    this.algorithm = algorithm;
    this.heuristic = heuristic;
  }

  clear(): void {
    this.asking?.stop();
    this.asking = undefined;
    this.trace = undefined;
    this.result = undefined;
    this.asked = undefined;
    this.events = 0;
    this.error = '';
    this.busy = false;
    this.fromFile = false;
  }

  /** Shows a search from a file instead of one of ours. */
  show(trace: Trace, result: RunResult): void {
    this.clear();
    this.trace = trace;
    this.result = result;
    this.events = trace.length;
    this.fromFile = true;
  }

  stop(): void {
    this.asking?.stop();
  }

  /** Searches. `keepOld` shows the search before it until this one is done. */
  async start(grid: Grid, { moves, weight, question }: Terms, keepOld = false): Promise<void> {
    const trace = new Trace(grid.cells.length);
    if (keepOld) this.asking?.stop();
    else {
      this.clear();
      this.trace = trace;
      this.asked = question;
    }
    this.busy = true;
    const { algorithm, heuristic } = this;
    const map = grid.message();
    const asking = ask(
      question.name === 'path'
        ? { type: 'pathRun', map, algorithm, heuristic, moves, weight, trace: true }
        : { type: 'pathAsk', ...askMessage(question, map, moves) },
      (answer) => {
        if (answer.type !== 'pathEvents' || this.asking !== asking) return;
        trace.append(answer);
        if (this.trace === trace) this.events = trace.length;
      },
    );
    this.asking = asking;
    try {
      const last = await asking.done;
      if (this.asking !== asking || last.type !== 'pathResult') return;
      this.trace = trace;
      this.asked = question;
      this.events = trace.length;
      this.result = last;
      this.error = '';
      this.fromFile = false;
    } catch (error) {
      if (this.asking !== asking) return;
      this.clear();
      this.error = problemText(error);
    } finally {
      if (this.asking === asking) this.busy = false;
    }
  }
}
