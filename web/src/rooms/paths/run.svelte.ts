// One search on the map: what was chosen, what came back.

import type { RunResult } from '../../api';
import { ask, type Asking } from '../../lib/socket.svelte';
import { problemText } from '../../lib/problem';
import type { Grid } from './map';
import { Trace } from './trace';

export class Run {
  algorithm = $state('astar');
  heuristic = $state('manhattan');
  trace = $state.raw<Trace>();
  result = $state.raw<RunResult>();
  /** Events that have come so far. */
  events = $state(0);
  busy = $state(false);
  error = $state('');
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
    this.events = 0;
    this.error = '';
    this.busy = false;
  }

  /** Shows a search from a file instead of one of ours. */
  show(trace: Trace, result: RunResult): void {
    this.clear();
    this.trace = trace;
    this.result = result;
    this.events = trace.length;
  }

  stop(): void {
    this.asking?.stop();
  }

  async start(grid: Grid, moves: string, weight: number): Promise<void> {
    this.clear();
    const trace = new Trace(grid.cells.length);
    this.trace = trace;
    this.busy = true;
    const asking = ask(
      {
        type: 'pathRun',
        map: grid.message(),
        algorithm: this.algorithm,
        heuristic: this.heuristic,
        moves,
        weight,
        trace: true,
      },
      (answer) => {
        if (answer.type !== 'pathEvents' || this.trace !== trace) return;
        trace.append(answer);
        this.events = trace.length;
      },
    );
    this.asking = asking;
    try {
      const last = await asking.done;
      if (this.asking === asking && last.type === 'pathResult') this.result = last;
    } catch (error) {
      if (this.asking === asking) this.error = problemText(error);
    } finally {
      if (this.asking === asking) this.busy = false;
    }
  }
}
