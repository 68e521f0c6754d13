// One match as the page holds it: what the server said last. The match itself lives in the server.

import type { MatchQuestion, MatchRow, MatchSetup, MatchState } from '../../../api';
import { saveFile } from '../../../lib/files';
import { Refused } from '../../../lib/errors';
import { problemText } from '../../../lib/problem';
import { say, words } from '../../../lib/settings.svelte';
import { ask, askFor, type Asking } from '../../../lib/socket.svelte';

export function match<T extends MatchQuestion>(question: T): { type: 'match' } & T {
  return { type: 'match', ...question };
}

/** The faults of a refused set-up, each after its line of the openings; or another reason. */
export function problem(error: unknown): string[] {
  if (error instanceof Refused && error.refusal.faults.length)
    return error.refusal.faults.map(
      (fault) =>
        (fault.line ? say(`Line ${fault.line}: `, `第 ${fault.line} 行：`) : '') +
        words(fault.words),
    );
  const text = problemText(error);
  return text ? [text] : [];
}

export const usualMatch = (game: 'xiangqi' | 'gomoku'): MatchSetup => ({
  game,
  name: '',
  rules: game === 'xiangqi' ? 'asian' : 'freestyle',
  size: 15,
  players:
    game === 'xiangqi'
      ? [
          { type: 'engine', level: 'club' },
          { type: 'engine', level: 'casual' },
        ]
      : [
          { type: 'engine', level: 'hard' },
          { type: 'engine', level: 'medium' },
        ],
  gauntlet: false,
  games: 20,
  atOnce: 1,
  control: { type: 'move', milliseconds: 100 },
  randomPlies: game === 'xiangqi' ? 4 : 2,
  openings: '',
  adjudicate: true,
  sprt: null,
  seed: 1,
});

/** A match to begin with: the players err, the games are short, and it is over in seconds. */
export const shortMatch = (): MatchSetup => ({
  ...usualMatch('gomoku'),
  players: [
    { type: 'engine', level: 'medium' },
    { type: 'textbook', algorithm: 'alpha-beta', refinements: [], depth: 2 },
    { type: 'random' },
  ],
  games: 12,
  control: { type: 'move', milliseconds: 15 },
});

export class Watched {
  state = $state.raw<MatchState>();
  errors = $state.raw<string[]>([]);
  /** Whether the errors are about lines of the openings. */
  inOpenings = $state(false);
  private asking: Asking | undefined;

  get moving(): boolean {
    const phase = this.state?.phase;
    return phase === 'preparing' || phase === 'running' || phase === 'stopping';
  }

  watch(id: number, refused?: (error: unknown) => void): void {
    this.leave();
    this.errors = [];
    const mine = ask(match({ what: 'watch', id }), (answer) => {
      if (this.asking !== mine) return;
      if (answer.type === 'matchState') this.state = answer;
      else if (answer.type === 'matchBoards' && this.state)
        this.state = { ...this.state, boards: answer.boards };
    });
    this.asking = mine;
    mine.done.then(
      (answer) => this.asking === mine && answer.type === 'matchState' && (this.state = answer),
      (error) => {
        if (this.asking !== mine) return;
        this.errors = problem(error);
        refused?.(error);
      },
    );
  }

  async begin(setup: MatchSetup): Promise<number | undefined> {
    this.errors = [];
    try {
      const state = await askFor(match({ what: 'begin', setup }), 'matchState');
      this.state = state;
      this.watch(state.id);
      return state.id;
    } catch (error) {
      this.errors = problem(error);
      this.inOpenings =
        error instanceof Refused && error.refusal.faults.some((fault) => fault.line);
      return undefined;
    }
  }

  async halt(): Promise<void> {
    if (this.state)
      await ask(match({ what: 'halt', id: this.state.id })).done.catch(
        (error) => (this.errors = problem(error)),
      );
  }

  async goOn(): Promise<void> {
    const id = this.state?.id;
    if (id === undefined) return;
    try {
      await ask(match({ what: 'goOn', id })).done;
      this.watch(id);
    } catch (error) {
      this.errors = problem(error);
    }
  }

  async download(format: string, game: number | null = null): Promise<void> {
    if (!this.state) return;
    try {
      const answer = await askFor(
        match({ what: 'download', id: this.state.id, format, game }),
        'text',
      );
      saveFile(answer.name, answer.text);
    } catch (error) {
      this.errors = problem(error);
    }
  }

  /** No match in view. */
  forget(): void {
    this.leave();
    this.state = undefined;
    this.errors = [];
  }

  /** Stops watching; the match goes on. */
  leave(): void {
    this.asking?.stop();
    this.asking = undefined;
  }
}

/** Elo as people read it; it is infinite where all games went one way. */
export function eloText(value: number | null, score: number): string {
  if (value === null) return score >= 50 ? '+∞' : '−∞';
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(0)}`;
}

export function interval(row: MatchRow): string {
  const played = row.results.reduce((sum, count) => sum + count, 0);
  if (!played) return '–';
  return `${row.low === null ? '−∞' : eloText(row.low, 0)} … ${row.high === null ? '+∞' : eloText(row.high, 100)}`;
}

/** The result of a game by its winner: 0 first, 1 second, none for a draw. */
export const resultText = (winner: number | null): string =>
  winner === null ? '½–½' : winner === 0 ? '1–0' : '0–1';
