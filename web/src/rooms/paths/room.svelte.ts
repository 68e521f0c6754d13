// Controller of the path room: the map, one or two searches on it, and the playback of their events.

import type { Menu, Scenario } from '../../api';
import { problemOf } from '../../lib/errors';
import { go } from '../../lib/router.svelte';
import { askFor } from '../../lib/socket.svelte';
import { InputError, type Text } from '../../lib/text';
import { fitting, isScenarioFile, pathsAddress, problemKind, readPathsAddress } from './choices';
import { Grid, sample } from './map';
import { advanced, atStart, nextLayer, stoppedAt, toggled, type Playback } from './playback';
import { Run } from './run.svelte';
import { Trace } from './trace';
import { looksLikeTrace, readTrace } from './traceFile';

/** Why a file cannot be used. */
export interface Faults {
  title: Text;
  list: Text[];
}

export class PathsRoom {
  grid: Grid = $state.raw(sample(0));
  /** Counts changes of the map; its cells are written in place. */
  revision = $state(0);
  menu = $state.raw<Menu>();
  runs = $state<Run[]>([]);
  moves = $state('4');
  weight = $state(1.5);
  /** Whether every change of the map starts the search again. */
  live = $state(false);
  playback = $state.raw<Playback>(atStart);
  /** Decimal logarithm of the events a second. */
  speed = $state(2.2);
  faults = $state.raw<Faults>();
  scenarios = $state.raw<{ list: Scenario[]; total: number }>();
  private readonly runAtOnce: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly length = $derived(Math.max(0, ...this.runs.map((run) => run.events)));
  readonly busy = $derived(this.runs.some((run) => run.busy));
  readonly perSecond = $derived(Math.round(10 ** this.speed));
  readonly supplied = $derived((void this.revision, this.grid.tank !== null));
  readonly kind = $derived((void this.revision, problemKind(this.grid)));

  /** `showMapPanel` brings the panel with faults and scenarios to the front. */
  constructor(
    query: URLSearchParams,
    private readonly showMapPanel: () => void,
  ) {
    const address = readPathsAddress(query);
    if (address.grid) this.grid = address.grid;
    this.runs = address.searches.map((one) => new Run(one.algorithm, one.heuristic));
    this.moves = address.moves;
    this.weight = address.weight;
    this.runAtOnce = address.run;
  }

  get at(): number {
    return this.playback.at;
  }

  async enter(): Promise<void> {
    if (this.runAtOnce) void this.start(true);
    this.menu = await askFor({ type: 'pathMenu' }, 'pathMenu');
  }

  leave(): void {
    clearTimeout(this.timer);
    for (const run of this.runs) run.clear();
  }

  /** Replaces algorithms and heuristics that the problem does not allow. */
  fitChoices(): void {
    if (!this.menu) return;
    for (const run of this.runs) {
      const { algorithm, heuristic } = fitting(run, this.menu, this.kind);
      run.algorithm = algorithm;
      run.heuristic = heuristic;
    }
  }

  /** Takes a changed map, or the same one with changed cells. */
  change(grid: Grid): void {
    this.grid = grid;
    this.revision += 1;
    this.faults = undefined;
    this.clear();
    if (this.live) this.soon(60, () => void this.start(true));
    else this.soon(200, () => this.keepAddress());
  }

  clearMap(): void {
    const { rows, columns, start, goal, tank } = this.grid;
    this.change(new Grid(rows, columns, start, goal, tank));
  }

  async start(toEnd = false): Promise<void> {
    this.playback = { ...atStart, playing: !toEnd };
    this.keepAddress();
    await Promise.all(this.runs.map((run) => run.start(this.grid, this.moves, this.weight)));
    if (toEnd) this.playback = stoppedAt(this.length);
  }

  stop(): void {
    for (const run of this.runs) run.stop();
  }

  /** Shows a second search beside the first, or the first alone. */
  compare(): void {
    const first = this.runs[0]!;
    this.runs = this.runs.length > 1 ? [first] : [first, new Run('ucs', first.heuristic)];
    this.clear();
    this.soon(200, () => this.keepAddress());
  }

  /** So much time has passed while playing. */
  advance(seconds: number): void {
    this.playback = advanced(this.playback, seconds, this.perSecond, this.length, this.busy);
  }

  toggle(): void {
    if (this.length === 0 && !this.busy) void this.start();
    else this.playback = toggled(this.playback, this.length, this.busy);
  }

  seek(to: number): void {
    this.playback = stoppedAt(to);
  }

  seekLayer(direction: 1 | -1): void {
    const trace = this.runs[0]?.trace;
    const next = trace && nextLayer(trace, this.at, direction);
    if (next !== undefined) this.seek(next);
  }

  /** Opens a map, a `.scen` file or a trace. */
  async load(text: string, name: string | null): Promise<void> {
    try {
      if (looksLikeTrace(text)) await this.showTrace(text);
      else if (isScenarioFile(text, name)) await this.showScenarios(text);
      else this.change(Grid.from(await askFor({ type: 'pathRead', text, name }, 'pathMap')));
    } catch (error) {
      const faults = faultsOf(error);
      if (faults) this.fail(faults);
    }
  }

  /** Opens dropped files; a map comes before the problems on it. */
  async loadFiles(files: File[]): Promise<void> {
    const isScenario = (file: File) => Number(file.name.endsWith('.scen'));
    const sorted = files.sort((one, other) => isScenario(one) - isScenario(other));
    for (const file of sorted.slice(0, 2)) await this.load(await file.text(), file.name);
  }

  /** Puts one problem of a `.scen` file onto the map that is open. */
  choose(scenario: Scenario): void {
    const { rows, columns } = this.grid;
    if (scenario.rows !== rows || scenario.columns !== columns) {
      const [wanted, here] = [`${scenario.rows} × ${scenario.columns}`, `${rows} × ${columns}`];
      this.faults = {
        title: {
          en: `Open its map first: ${scenario.map}`,
          zh: `请先打开它的地图：${scenario.map}`,
        },
        list: [
          {
            en: `The problem is for ${wanted} cells, this map has ${here}.`,
            zh: `题目适用于 ${wanted}，当前地图为 ${here}。`,
          },
        ],
      };
      return;
    }
    const grid = this.grid.copy();
    grid.start = scenario.start[0] * columns + scenario.start[1];
    grid.goal = scenario.goal[0] * columns + scenario.goal[1];
    // The file's lengths are of diagonal moves that cut no corners.
    this.moves = '8';
    for (const run of this.runs) run.heuristic = 'octile';
    this.change(grid);
  }

  private async showScenarios(text: string): Promise<void> {
    const { scenarios: list, total } = await askFor(
      { type: 'pathScenarios', text },
      'pathScenarios',
    );
    this.scenarios = { list, total };
    this.showMapPanel();
    if (list[0]) this.choose(list[0]);
  }

  /** Shows a search from a file like one of ours. */
  private async showTrace(text: string): Promise<void> {
    const file = await readTrace(text);
    const run = this.runs[0]!;
    this.runs = [run];
    this.change(file.grid);
    const trace = new Trace(file.grid.cells.length);
    trace.append(file.events);
    run.show(trace, file.result);
  }

  private fail(faults: Faults): void {
    this.faults = faults;
    this.showMapPanel();
  }

  private clear(): void {
    this.playback = atStart;
    for (const run of this.runs) run.clear();
  }

  private keepAddress(): void {
    go(pathsAddress(this.grid, this.runs, this.moves, this.weight), true);
  }

  /** Does something after a pause; a later request takes the place of an earlier one. */
  private soon(milliseconds: number, run: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(run, milliseconds);
  }
}

function faultsOf(error: unknown): Faults | undefined {
  if (error instanceof InputError)
    return {
      title: { en: 'This trace cannot be read', zh: '无法读取这条轨迹' },
      list: [error.words],
    };
  const problem = problemOf(error);
  return problem && { title: problem.title, list: problem.faults };
}
