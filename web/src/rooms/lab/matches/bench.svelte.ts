// The bench of matches without its looks: the list, the match in view, and what can be done with it.

import { untrack } from 'svelte';
import type { MatchListed, MatchSetup, MatchState, Texts } from '../../../api';
import { Refused } from '../../../lib/errors';
import { go } from '../../../lib/router.svelte';
import { say } from '../../../lib/settings.svelte';
import { ask, askFor, connection } from '../../../lib/socket.svelte';
import { toast } from '../../../lib/undo.svelte';
import { board, setupForTwo } from '../../board/setup';
import { match, problem, Watched } from './match.svelte';

export class MatchesBench {
  readonly watched = new Watched();
  list = $state.raw<MatchListed[]>();
  /** Numbers of removed matches that can be restored. */
  removed = $state.raw<number[]>([]);
  mostAtOnce = $state(1);
  /** Games of matches that were opened on a board, by match and game. */
  private readonly opened = new Map<string, number>();
  /** The match that was asked for and is not there. */
  missing = $state<number>();

  get now(): MatchState | undefined {
    return this.watched.state;
  }

  async refresh(): Promise<void> {
    const answer = await askFor(match({ what: 'list' }), 'matchList').catch(() => undefined);
    if (!answer) return;
    this.list = answer.matches;
    this.removed = answer.removed;
    this.mostAtOnce = answer.mostAtOnce;
  }

  /** Watches the match of an address, or none for the list. */
  show(id: number | undefined): void {
    this.missing = Number.isNaN(id) ? id : undefined;
    if (id === undefined || Number.isNaN(id)) {
      this.watched.forget();
      void this.refresh();
    } else if (id !== this.now?.id) {
      this.watched.forget();
      this.watch(id);
    }
  }

  private watch(id: number): void {
    this.watched.watch(id, (error) => {
      if (error instanceof Refused && error.refusal.code === 'missing') this.missing = id;
    });
  }

  /** Asks anew after a lost connection. */
  again(id: number | undefined): void {
    void this.refresh();
    if (id !== undefined && !Number.isNaN(id)) this.watch(id);
  }

  async begin(setup: MatchSetup): Promise<boolean> {
    const id = await this.watched.begin(setup);
    if (id !== undefined) go(`/lab/matches/${id}`);
    return id !== undefined;
  }

  /** Removes the match in view and offers to restore it. */
  async remove(): Promise<void> {
    const id = this.now?.id;
    if (id === undefined) return;
    try {
      await ask(match({ what: 'delete', id })).done;
      this.watched.forget();
      go('/lab/matches', true);
      await this.refresh();
      const words: Texts = { en: `Removed match ${id}`, zh: `已删除比赛 ${id}` };
      toast.show({ words, entry: undefined, target: undefined, undo: () => this.restore(id) });
    } catch (error) {
      this.watched.errors = problem(error);
    }
  }

  /** Brings back a removed match and shows it. */
  async restore(id: number): Promise<void> {
    await ask(match({ what: 'restore', id })).done;
    go(`/lab/matches/${id}`);
  }

  /** A finished game becomes a game of the board room, to be looked at and analysed. */
  async look(game: number): Promise<void> {
    const state = this.now;
    if (!state) return;
    const kind = state.setup.game;
    const place = `${state.id}/${game}`;
    const before = this.opened.get(place);
    if (before !== undefined) return go(`/${kind}/game/${before}`);
    try {
      const file = await askFor(
        match({ what: 'download', id: state.id, format: kind === 'xiangqi' ? 'pgn' : 'sgf', game }),
        'text',
      );
      const setup = {
        ...setupForTwo(kind, state.setup.rules, state.setup.size),
        name: say(`Match ${state.id}, game ${game + 1}`, `比赛 ${state.id} 第 ${game + 1} 局`),
      };
      const saved = await askFor(
        board({ what: 'import', setup, text: file.text, partial: false }),
        'boardState',
      );
      this.opened.set(place, saved.id);
      go(`/${kind}/game/${saved.id}`);
    } catch (error) {
      this.watched.errors = problem(error);
    }
  }
}

/** Calls `again` when the connection is there again after it was lost. */
export function afterReconnect(again: () => void): void {
  let generation = untrack(() => connection.generation);
  $effect(() => {
    const now = connection.generation;
    if (generation > 0 && now > generation) untrack(again);
    generation = now;
  });
}
