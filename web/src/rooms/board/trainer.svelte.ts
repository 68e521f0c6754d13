// The trainer: one puzzle or own mistake after another, judged by the server.

import type {
  GameKind,
  NextPuzzle,
  PuzzleQuestion,
  PuzzleStats,
  PuzzleStep,
  Tried,
  TriedPuzzle,
  View,
} from '../../api';
import { problemText } from '../../lib/problem';
import { askFor } from '../../lib/socket.svelte';
import { board } from './setup';

/** Milliseconds between two moves that are shown. */
const PAUSE = 700;

const puzzles = <T extends PuzzleQuestion>(question: T): { type: 'puzzle' } & T => ({
  type: 'puzzle',
  ...question,
});

export class Trainer {
  next = $state.raw<NextPuzzle>();
  stats = $state.raw<PuzzleStats>();
  /** The position on the board. */
  view = $state.raw<View>();
  /** The last move on the board. */
  last = $state.raw<string>();
  /** The judgement of the last try of a puzzle. */
  tried = $state.raw<TriedPuzzle>();
  /** The judgement of a move instead of one's own mistake. */
  better = $state.raw<Tried>();
  /** The move to find, if a hint was asked for. */
  hint = $state('');
  theme = $state('');
  busy = $state(false);
  error = $state('');
  /** The moves of both sides that lead to the position to solve, and that position. */
  private moves: string[] = [];
  private base: View | undefined;
  /** Whether the result still counts: no hint, nothing missed. */
  private counts = true;
  private closed = false;

  constructor(private readonly kind: GameKind) {}

  /** Whether the player may move. */
  get playing(): boolean {
    if (this.busy) return false;
    if (this.next?.exercise) return !this.better;
    return !!this.next?.puzzle && (!this.tried || this.tried.result === 'right');
  }

  /** Whether the puzzle or mistake is done. */
  get done(): boolean {
    if (this.next?.exercise) return !!this.better;
    return !!this.tried && !['right', 'wrong'].includes(this.tried.result);
  }

  close(): void {
    this.closed = true;
  }

  /** Asks, and shows what goes wrong. */
  private async act(run: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = '';
    await run().catch((problem: unknown) => (this.error = problemText(problem)));
    this.busy = false;
  }

  load = (): Promise<void> =>
    this.act(async () => {
      const theme = this.theme || null;
      const after = this.next?.puzzle?.id ?? null;
      const question = puzzles({ what: 'next', game: this.kind, theme, after });
      this.next = await askFor(question, 'puzzleNext');
      this.stats = this.next.stats;
      this.base = this.view = (this.next.puzzle ?? this.next.exercise)?.view;
      this.moves = [];
      this.counts = true;
      this.last = this.tried = this.better = undefined;
      this.hint = '';
    });

  /** A move of the player. */
  move(text: string): Promise<void> {
    return this.next?.exercise ? this.answer(text) : this.tryMove(text);
  }

  private tryMove(text: string): Promise<void> {
    return this.act(async () => {
      const puzzle = this.next?.puzzle?.id;
      if (!puzzle) return;
      const { moves, counts } = this;
      const tried = await askFor(
        puzzles({ what: 'try', puzzle, moves, text, counts }),
        'puzzleTried',
      );
      this.stats = tried.stats;
      this.hint = '';
      if (tried.result === 'wrong') this.counts = false;
      await this.show(tried);
      if (tried.result === 'right') {
        this.moves = [...moves, ...tried.steps.map((step) => step.text)];
        this.base = this.view;
      }
    });
  }

  private answer(text: string): Promise<void> {
    return this.act(async () => {
      const exercise = this.next?.exercise?.id;
      if (exercise === undefined) return;
      const question = board({ what: 'answerExercise', exercise, text });
      this.better = await askFor(question, 'boardTried');
      this.view = this.better.view;
      this.last = this.better.text;
    });
  }

  showHint = (): Promise<void> =>
    this.act(async () => {
      const puzzle = this.next?.puzzle?.id;
      if (!puzzle) return;
      const question = puzzles({ what: 'hint', puzzle, moves: this.moves });
      this.hint = (await askFor(question, 'puzzleHint')).text;
      this.counts = false;
    });

  showSolution = (): Promise<void> =>
    this.act(async () => {
      const puzzle = this.next?.puzzle?.id;
      if (!puzzle) return;
      const { moves, counts } = this;
      const question = puzzles({ what: 'solution', puzzle, moves, counts });
      const tried = await askFor(question, 'puzzleTried');
      this.stats = tried.stats;
      this.counts = false;
      this.view = this.base;
      await this.show(tried);
    });

  /** Back to the position that is to be solved. */
  again = (): void => {
    this.view = this.base;
    this.last = this.moves.at(-1);
    this.tried = undefined;
  };

  forget = (): Promise<void> =>
    this.act(async () => {
      const exercise = this.next?.exercise?.id;
      if (exercise !== undefined) {
        await askFor(board({ what: 'forgetExercise', exercise }), 'done');
      }
    }).then(this.load);

  /** Plays the moves of a judgement on the board, one after another. */
  private async show(tried: TriedPuzzle): Promise<void> {
    this.tried = tried;
    for (const [index, step] of tried.steps.entries()) {
      if (index > 0 || tried.result === 'shown') await pause();
      if (this.closed) return;
      this.put(step);
    }
  }

  private put(step: PuzzleStep): void {
    this.view = step.view;
    this.last = step.text;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
