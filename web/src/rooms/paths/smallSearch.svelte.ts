// One search on a small map for pictures outside the paths room: asked of the server once, walked by
// its events.

import type { RunResult } from '../../api';
import { problemText } from '../../lib/problem';
import { ask } from '../../lib/socket.svelte';
import type { Grid } from './map';
import { Trace } from './trace';

export class SmallSearch {
  trace = $state.raw<Trace>();
  result = $state.raw<RunResult>();
  error = $state('');

  constructor(
    readonly grid: Grid,
    readonly algorithm: string,
    readonly heuristic: string,
  ) {}

  /** Events of the whole search; 0 until it is there. */
  get length(): number {
    return this.trace?.length ?? 0;
  }

  async load(): Promise<void> {
    const trace = new Trace(this.grid.cells.length);
    try {
      const last = await ask(
        {
          type: 'pathRun',
          map: this.grid.message(),
          algorithm: this.algorithm,
          heuristic: this.heuristic,
          moves: '4',
          weight: 1,
          trace: true,
        },
        (answer) => answer.type === 'pathEvents' && trace.append(answer),
      ).done;
      if (last.type !== 'pathResult') return;
      this.trace = trace;
      this.result = last;
      this.error = '';
    } catch (error) {
      this.error = problemText(error);
    }
  }
}
