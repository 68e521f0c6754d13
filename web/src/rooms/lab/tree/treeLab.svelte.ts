// The bench of game trees without its looks: the tree, where it stands, practice and comparison.

import type { Setup, Tree, View } from '../../../api';
import { seconds } from '../../../lib/numbers';
import { problemText } from '../../../lib/problem';
import { go } from '../../../lib/router.svelte';
import { say } from '../../../lib/settings.svelte';
import { ask, askFor, type Asking } from '../../../lib/socket.svelte';
import { geometryOf } from '../../board/geometry';
import { played } from '../../board/position';
import { board, usualSetup } from '../../board/setup';
import {
  choicesAddress,
  movesTo,
  nextPuzzle,
  readChoices,
  revealed,
  type Choices,
  type Source,
} from './lesson';
import { refinements as switches } from '../refinements';
import { momentAt, puzzleAt } from './walk';

/** One search in the table of comparison. */
export interface TreeRun {
  name: string;
  visited: number;
  evaluated: number;
  cutoffs: number;
  seconds: number;
}

const MOST_RUNS = 8;

export class TreeLab {
  choices = $state<Choices>(readChoices(new URLSearchParams()));
  tree = $state.raw<Tree>();
  /** The position at the root of a real tree. */
  first = $state.raw<View>();
  at = $state(0);
  playing = $state(false);
  open = $state.raw(new Set<number>([0]));
  error = $state('');
  busy = $state(false);
  practice = $state(false);
  answer = $state<{ right: boolean; cut: boolean }>();
  score = $state({ right: 0, asked: 0 });
  runs = $state.raw<TreeRun[]>([]);
  private asking: Asking | undefined;

  readonly length = $derived(this.tree?.steps.length ?? 0);
  readonly moment = $derived(this.tree ? momentAt(this.tree, this.at) : undefined);
  /** The question of the practice at this step, until it is answered. */
  readonly puzzle = $derived(
    this.practice && this.tree && !this.answer ? puzzleAt(this.tree, this.at) : undefined,
  );

  constructor(query: URLSearchParams) {
    this.choices = readChoices(query);
  }

  private get setup(): Setup | null {
    const { source, fen, stones } = this.choices;
    return source === 'teaching'
      ? null
      : { ...usualSetup(source), position: (source === 'xiangqi' ? fen : stones) || null };
  }

  /** Ends the search that runs. */
  leave(): void {
    this.asking?.stop();
  }

  /** Takes another kind of tree; practice belongs to the tree before and ends. */
  choose(source: Source): void {
    this.choices.source = source;
    this.tree = undefined;
    this.first = undefined;
    this.runs = [];
    this.endPractice();
    void this.grow();
  }

  /** Takes another teaching tree. */
  replace(text: string): void {
    this.choices.text = text;
    this.endPractice();
    void this.grow();
  }

  /** Searches and shows the end, or the beginning at the first visit. */
  async grow(first = false): Promise<void> {
    this.leave();
    this.error = '';
    this.busy = true;
    this.playing = false;
    this.answer = undefined;
    const { setup } = this;
    const { text, algorithm, refinements, depth } = $state.snapshot(this.choices);
    const tree = setup ? null : text;
    const mine = ask({ type: 'tree', setup, tree, algorithm, refinements, depth });
    this.asking = mine;
    try {
      const found = await mine.done;
      if (this.asking !== mine || found.type !== 'tree') return;
      if (found.stopped) {
        this.error = say(
          `Stopped after ${seconds(found.seconds)}, before there was a value. A smaller depth or fewer moves answer in time.`,
          `${seconds(found.seconds)} 后停止，尚无结果。请减小深度。`,
        );
        if (this.tree) return;
      }
      this.tree = found;
      this.at = first || this.practice ? 0 : found.steps.length;
      this.open = new Set([0]);
      if (this.practice) this.goOn();
      this.compare(found);
      go(choicesAddress($state.snapshot(this.choices)), true);
      if (setup) await this.look(setup, mine);
    } catch (problem) {
      if (this.asking === mine) this.error = problemText(problem);
    } finally {
      if (this.asking === mine) this.busy = false;
    }
  }

  private async look(setup: Setup, mine: Asking): Promise<void> {
    const checked = await askFor(board({ what: 'check', setup }), 'boardChecked');
    if (this.asking === mine) this.first = checked.view ?? undefined;
  }

  private compare(found: Tree): void {
    const { source, algorithm, refinements, depth } = this.choices;
    const called = (name: string) => {
      const one = switches.find((known) => known.name === name);
      return one ? say(one.en, one.zh) : name;
    };
    const name =
      [algorithm === 'minimax' ? 'minimax' : 'α-β', ...refinements.map(called)].join(' + ') +
      (source !== 'teaching' ? ` · ${say('depth', '深度')} ${depth}` : '');
    const { visited, evaluated, cutoffs, seconds } = found;
    const run = { name, visited, evaluated, cutoffs, seconds };
    this.runs = [...this.runs.filter((one) => one.name !== name), run].slice(-MOST_RUNS);
  }

  /** The position of a node of a real tree, and the move that led to it. */
  positionOf(node: number): { view: View; last: string | undefined } | undefined {
    const { source } = this.choices;
    if (!this.tree || !this.first || source === 'teaching') return undefined;
    const geometry = geometryOf(source, this.first.columns, this.first.rows);
    const moves = movesTo(this.tree, node);
    const view = moves.reduce((now, move) => played(now, geometry, move), this.first);
    return { view, last: moves.at(-1) };
  }

  step(by: number): void {
    this.answer = undefined;
    this.at = Math.max(0, Math.min(this.length, this.at + by));
    this.reveal();
  }

  seek(to: number): void {
    this.playing = false;
    this.answer = undefined;
    this.at = to;
    this.reveal();
  }

  private reveal(): void {
    if (!this.tree || this.choices.source === 'teaching') return;
    const next = revealed(this.tree, this.open, this.at);
    if (next.size !== this.open.size) this.open = next;
  }

  fold(node: number): void {
    if (this.choices.source === 'teaching' || node < 0) return;
    const next = new Set(this.open);
    if (!next.delete(node)) next.add(node);
    this.open = next;
  }

  togglePractice(): void {
    this.practice = !this.practice;
    this.seek(0);
    this.score = { right: 0, asked: 0 };
    if (this.practice) this.goOn();
  }

  private endPractice(): void {
    this.practice = false;
    this.answer = undefined;
    this.score = { right: 0, asked: 0 };
  }

  guess(cut: boolean): void {
    if (!this.puzzle) return;
    const right = this.puzzle.cut === cut;
    this.score = { right: this.score.right + (right ? 1 : 0), asked: this.score.asked + 1 };
    this.answer = { right, cut: this.puzzle.cut };
  }

  /** To the next question, with the node in question unfolded. */
  goOn(): void {
    this.answer = undefined;
    if (!this.tree) return;
    this.at = nextPuzzle(this.tree, this.at);
    this.reveal();
    const here = this.moment?.here ?? -1;
    if (here >= 0 && !this.open.has(here)) this.open = new Set(this.open).add(here);
  }
}
