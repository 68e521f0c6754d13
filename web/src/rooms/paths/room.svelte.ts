// Controller of the path room: the map and its versions on the server, the searches on it, and the
// playback of their events.

import type { Generate, Menu, Scenario, UndoOffers } from '../../api';
import { problemOf } from '../../lib/errors';
import { parseAddress } from '../../lib/address';
import { go } from '../../lib/router.svelte';
import { settings } from '../../lib/settings.svelte';
import { askFor } from '../../lib/socket.svelte';
import { InputError, type Text } from '../../lib/text';
import { nextStop, noBreakpoints, toggledCell, type Breakpoints } from './breakpoints';
import { isLarge, type Change } from './changes';
import {
  fitting,
  isScenarioFile,
  pathsAddress,
  problemKind,
  readPathsAddress,
  suits,
} from './choices';
import { Comparison } from './comparison.svelte';
import { KeptMap } from './kept.svelte';
import { Grid, sample, WALL } from './map';
import {
  advanced,
  atStart,
  nextLayer,
  pleasantSpeed,
  stoppedAt,
  toggled,
  type Playback,
} from './playback';
import { toggledMark, usesMarks, usualQuestion, type QuestionChoice } from './question';
import { Run, type Terms } from './run.svelte';
import { Trace } from './trace';
import { looksLikeTrace, readTrace } from './traceFile';
import type { View } from './view';

/** Why something cannot be used. */
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
  question = $state.raw<QuestionChoice>(usualQuestion);
  playback = $state.raw<Playback>(atStart);
  /** Decimal logarithm of the events a second; none until it is chosen. */
  chosenSpeed = $state<number>();
  /** The part of the map that is seen; none for the whole. */
  view = $state.raw<View>();
  breakpoints = $state.raw<Breakpoints>(noBreakpoints);
  faults = $state.raw<Faults>();
  /** Why the address shows no map. */
  wrongAddress = $state.raw<Text>();
  scenarios = $state.raw<{ list: Scenario[]; total: number }>();
  readonly kept = new KeptMap();
  readonly comparison = new Comparison();
  /** Whether the map of the last visit is shown, which the address does not name. */
  private readonly restored: boolean;
  private readonly runAtOnce: boolean;
  private readonly addressId: number | undefined;
  private readonly addressHasMap: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A map that was asked for and has not come yet; a search waits for it. */
  private arriving: Promise<void> = Promise.resolve();
  private rerunning = false;
  private rerunAgain = false;

  readonly length = $derived(Math.max(0, ...this.runs.map((run) => run.events)));
  readonly busy = $derived(this.runs.some((run) => run.busy));
  readonly speed = $derived(this.chosenSpeed ?? Math.log10(pleasantSpeed(this.length)));
  readonly perSecond = $derived(Math.round(10 ** this.speed));
  readonly supplied = $derived((void this.revision, this.grid.tank !== null));
  readonly kind = $derived((void this.revision, problemKind(this.grid)));

  /**
   * `showMapPanel` brings the panel with faults and scenarios to the front; `offerUndo` tells of a
   * change of the whole map.
   */
  constructor(
    query: URLSearchParams,
    private readonly showMapPanel: () => void,
    private readonly offerUndo: (changes: UndoOffers | undefined) => void,
  ) {
    // Without anything in the address, the room is as it was left.
    this.restored = !query.size && settings.map !== '';
    const address = readPathsAddress(
      this.restored ? parseAddress('/paths', settings.map).query : query,
    );
    if (address.grid) this.grid = address.grid;
    if (address.wrong)
      this.wrongAddress = {
        en: 'The map in this address cannot be read.',
        zh: '无法读取该网址中的地图。',
      };
    this.addressId = address.id;
    this.addressHasMap = !!address.grid;
    this.runs = address.searches.map((one) => new Run(one.algorithm, one.heuristic));
    this.moves = address.moves;
    this.weight = address.weight;
    this.question = this.onMap(address.question);
    this.runAtOnce = address.run;
    this.kept.begin(this.grid.message().text);
  }

  get at(): number {
    return this.playback.at;
  }

  private get terms(): Terms {
    return { moves: this.moves, weight: this.weight, question: this.question };
  }

  async enter(): Promise<void> {
    if (this.addressId !== undefined) void this.openKept(this.addressId);
    if (this.restored) go(`/paths${settings.map}`, true);
    if (this.runAtOnce) void this.start(true);
    this.menu = await askFor({ type: 'pathMenu' }, 'pathMenu');
  }

  leave(): void {
    clearTimeout(this.timer);
    this.comparison.clear();
    for (const run of this.runs) run.clear();
  }

  /** Shows the map of the address. A map in the address itself may be from another computer. */
  private openKept(id: number): Promise<void> {
    return this.awaitMap(async () => {
      const text = await this.kept.open(id);
      const own = this.grid.message().text;
      if (this.addressHasMap) {
        if (text !== own) this.kept.begin(own);
      } else if (text !== undefined) this.put(Grid.from({ text }));
      else if (this.restored) this.forgetLast();
      else
        this.wrongAddress = {
          en: `There is no map ${id} on this computer.`,
          zh: `这台电脑上没有 ${id} 号地图。`,
        };
    });
  }

  /** Replaces algorithms and heuristics that the problem does not allow. */
  fitChoices(): void {
    if (!this.menu) return;
    const known = this.menu.questions.find((one) => one.name === this.question.name);
    if (!known || !suits(known, this.kind)) this.ask({ name: usualQuestion.name });
    for (const run of this.runs) {
      const { algorithm, heuristic } = fitting(run, this.menu, this.kind);
      run.algorithm = algorithm;
      run.heuristic = heuristic;
    }
  }

  /**
   * Takes a changed map, or the same one with changed cells. A search that is shown is run again;
   * the map is kept when the change is `done`.
   */
  change(grid: Grid, change: Change, done = true): void {
    this.put(grid);
    if (!done) return;
    const { text } = grid.message();
    void this.awaitMap(async () => {
      const changed = await this.kept.keep(text, change);
      this.keepAddress();
      if (changed && isLarge(change)) this.offerUndo(this.kept.changes);
    });
  }

  /** Shows a map and brings the searches up to date. */
  private put(grid: Grid): void {
    const resized = grid.rows !== this.grid.rows || grid.columns !== this.grid.columns;
    if (grid !== this.grid && resized) {
      this.question = { ...this.question, marks: [] };
      this.view = undefined;
      this.breakpoints = { ...this.breakpoints, cells: new Set() };
    }
    this.grid = grid;
    this.revision += 1;
    this.faults = this.wrongAddress = undefined;
    this.comparison.outdate();
    if (this.runs.some((run) => run.trace && !run.fromFile)) {
      if (resized) this.clear();
      void this.rerun(resized);
    } else this.clear();
  }

  clearMap(): void {
    const { rows, columns, start, goal, tank } = this.grid;
    this.change(new Grid(rows, columns, start, goal, tank), 'clear');
  }

  /** Gives one cell a cost, and a station with a price or none. */
  setCell(cell: number, ground: number, price: number | undefined): void {
    this.grid.paint(cell, ground);
    if (price !== undefined) this.grid.paint(cell, { price });
    this.change(this.grid, 'cell');
  }

  /** Waits until the map is as it was asked for, and kept. */
  async settled(): Promise<void> {
    for (let work; work !== this.arriving;) {
      work = this.arriving;
      await work;
    }
  }

  /** A change was undone or redone; the map is as the server has it now. */
  stepped(changes: UndoOffers): void {
    if (changes.state === null) return;
    this.kept.taken(changes.state, changes);
    this.put(Grid.from({ text: changes.state }));
    this.keepAddress();
  }

  async start(toEnd = false): Promise<void> {
    await this.settled();
    this.playback = { ...atStart, playing: !toEnd };
    this.keepAddress();
    await Promise.all(this.runs.map((run) => this.search(run)));
    if (toEnd) this.playback = stoppedAt(this.length);
  }

  private async search(run: Run, keepOld = false): Promise<void> {
    const { grid, revision } = this;
    await run.start(grid, this.terms, keepOld);
    const isPath = run.asked?.name === usualQuestion.name;
    if (isPath && run.result && !run.busy && revision === this.revision)
      this.comparison.add(run, run.result);
  }

  /** Searches the changed map and stays at the same place; one search at a time, the last map wins. */
  private async rerun(anew: boolean): Promise<void> {
    this.rerunAgain = true;
    if (this.rerunning) return;
    this.rerunning = true;
    while (this.rerunAgain) {
      this.rerunAgain = false;
      const atEnd = this.at >= this.length;
      const own = this.runs.filter((run) => !run.fromFile);
      await Promise.all(own.map((run) => this.search(run, !anew)));
      if (this.playback.playing) continue;
      this.playback = stoppedAt(anew || atEnd ? this.length : Math.min(this.at, this.length));
    }
    this.rerunning = false;
  }

  stop(): void {
    for (const run of this.runs) run.stop();
  }

  /** Shows a second search beside the first, or the first alone. */
  compare(): void {
    if (this.question.name !== usualQuestion.name) return;
    const first = this.runs[0]!;
    if (this.runs.length > 1) {
      this.runs[1]!.clear();
      this.runs = [first];
      this.playback = stoppedAt(Math.min(this.at, this.length));
    } else {
      const second = new Run(first.algorithm === 'ucs' ? 'astar' : 'ucs', first.heuristic);
      this.runs = [first, second];
      this.fitChoices();
      if (first.result) void this.searchBeside(this.runs[1]!);
    }
    this.soon(200, () => this.keepAddress());
  }

  /** Runs one search beside another that stays; both are then shown at their end. */
  private async searchBeside(run: Run): Promise<void> {
    const atEnd = this.at >= this.length && !this.playback.playing;
    await this.search(run);
    if (atEnd) this.playback = stoppedAt(this.length);
  }

  /** The choices of a search have changed: its result is of other choices. */
  chosen(run: Run): void {
    run.clear();
    if (!this.length) this.playback = atStart;
    this.soon(200, () => this.keepAddress());
  }

  /** Asks another question, or the same with other settings; its answer is asked for anew. */
  ask(changed: Partial<QuestionChoice>): void {
    const shown = this.runs.some((run) => run.trace && !run.fromFile);
    const renamed = changed.name !== undefined && changed.name !== this.question.name;
    this.question = { ...this.question, ...changed };
    if (this.question.name !== usualQuestion.name && this.runs.length > 1) {
      this.runs[1]!.clear();
      this.runs = [this.runs[0]!];
    }
    if (renamed) this.clear();
    else if (shown) void this.rerun(false);
    this.soon(200, () => this.keepAddress());
  }

  /** Marks a cell for the question, or takes its mark away. */
  mark(cell: number): void {
    if (this.grid.cells[cell] === WALL) return;
    if (usesMarks(this.question.name)) this.ask({ marks: toggledMark(this.question.marks, cell) });
  }

  /** A question without marks outside the map. */
  private onMap(question: QuestionChoice): QuestionChoice {
    const { cells } = this.grid;
    return { ...question, marks: question.marks.filter((mark) => mark < cells.length) };
  }

  /** Shows a search of the table. */
  watch(choice: { algorithm: string; heuristic: string }): void {
    const run = this.runs[0]!;
    this.question = { ...this.question, name: usualQuestion.name };
    run.algorithm = choice.algorithm;
    run.heuristic = choice.heuristic;
    void this.start();
  }

  /** Runs every algorithm that suits the problem. */
  async compareAll(): Promise<void> {
    await this.arriving;
    if (!this.menu) return;
    const { grid, kind, menu, terms } = this;
    await this.comparison.runAll(menu, kind, this.runs[0]!.heuristic, grid, terms);
  }

  async compareAgain(): Promise<void> {
    await this.arriving;
    await this.comparison.again(this.grid, this.terms);
  }

  /** So much time has passed while playing. */
  advance(seconds: number): void {
    const next = advanced(this.playback, seconds, this.perSecond, this.length, this.busy);
    const stop = this.stopBetween(this.at, next.at);
    this.playback = stop === undefined ? next : stoppedAt(stop);
  }

  private stopBetween(from: number, to: number): number | undefined {
    const stops = this.runs.flatMap(({ trace }) =>
      trace ? (nextStop(trace, this.breakpoints, from, to) ?? []) : [],
    );
    return stops.length ? Math.min(...stops) : undefined;
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

  /** Goes to the next breakpoint, or to the end. */
  seekStop(): void {
    this.seek(this.stopBetween(this.at, this.length) ?? this.length);
  }

  toggleStop(cell: number): void {
    this.breakpoints = toggledCell(this.breakpoints, cell);
  }

  /** Makes a map. */
  generate(wanted: Generate): Promise<void> {
    return this.awaitMap(async () => {
      const map = await askFor({ type: 'pathGenerate', ...wanted }, 'pathMap');
      this.change(Grid.from(map), 'generate');
    });
  }

  /** Opens a map, a `.scen` file or a trace. */
  load(text: string, name: string | null): Promise<void> {
    return this.awaitMap(async () => {
      if (looksLikeTrace(text)) await this.showTrace(text);
      else if (isScenarioFile(text, name)) await this.showScenarios(text);
      else {
        const map = await askFor({ type: 'pathRead', text, name }, 'pathMap');
        this.change(Grid.from(map), 'open');
      }
    });
  }

  openSample(index: number): void {
    this.change(sample(index), 'open');
  }

  /** Does work that brings a map, after earlier such work, and names the faults of its failure. */
  private awaitMap(work: () => Promise<void>): Promise<void> {
    const run = async () => {
      try {
        await work();
      } catch (error) {
        const faults = faultsOf(error);
        if (faults) this.fail(faults);
      }
    };
    this.arriving = this.arriving.then(run);
    return this.arriving;
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
    this.change(grid, 'ends');
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
    for (const one of this.runs) one.clear();
    this.runs = [run];
    this.change(file.grid, 'trace');
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
    const { grid, kept, runs, moves, weight, question } = this;
    const address = pathsAddress(grid, kept.id, runs, moves, weight, question);
    settings.map = address.slice('/paths'.length);
    go(address, true);
  }

  /** The server does not have the map of the last visit. */
  private forgetLast(): void {
    settings.map = '';
    go('/paths', true);
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
