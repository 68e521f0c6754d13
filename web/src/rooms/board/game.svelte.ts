// One game as the page holds it: what the server said last, and what is under way.

import { SvelteMap } from 'svelte/reactivity';
import type {
  BoardQuestion,
  GameKind,
  Line,
  Lines,
  Node,
  Note,
  Player,
  Score,
  Setup,
  State,
  View,
} from '../../api';
import { Refused } from '../../lib/errors';
import { problemText } from '../../lib/problem';
import { ask, askFor, type Asking } from '../../lib/socket.svelte';
import { settings } from '../../lib/settings.svelte';
import { knock } from './sound';

export function board<T extends BoardQuestion>(question: T): { type: 'board' } & T {
  return { type: 'board', ...question };
}

export function nameOf(names: Node['names']): string {
  return settings.notation === 'zh'
    ? names.zh
    : settings.notation === 'wxf'
      ? names.wxf
      : names.iccs;
}

export const usualSetup = (game: GameKind): Setup => ({
  game,
  name: '',
  rules: game === 'xiangqi' ? 'asian' : 'freestyle',
  size: 15,
  opening: 'free',
  position: null,
  players: [{ type: 'human' }, { type: 'engine', level: game === 'xiangqi' ? 'casual' : 'medium' }],
  clock: null,
  think: null,
});

export class Game {
  state = $state.raw<State>();
  lines = $state.raw<Lines>();
  hint = $state.raw<Line>();
  /** What engines said of each position while they thought, for the graph. */
  scores = new SvelteMap<number, Score>();
  error = $state('');
  thinking = $state(false);
  analysing = $state(false);
  reviewing = $state(false);
  /** Engine moves wait while this is set. */
  paused = $state(false);
  premove = $state<string>();
  multi = $state(3);
  threat = $state(false);
  /** When the side to move began to think, by the page's clock. */
  since = $state(performance.now());
  /** The server's game may be ahead of what came back: at most one change at a time. */
  busy = $state(false);
  private changing: Promise<unknown> = Promise.resolve();
  private typing: Promise<unknown> = Promise.resolve();
  private analysis: Asking | undefined;
  private thought: Asking | undefined;

  get view(): View | undefined {
    return this.state?.view;
  }

  get current(): Node | undefined {
    return this.state?.nodes.find((node) => node.id === this.state?.current);
  }

  /** The moves from the start to the current node, and on along first children. */
  get line(): Node[] {
    const state = this.state;
    if (!state) return [];
    const byId = new Map(state.nodes.map((node) => [node.id, node]));
    const line: Node[] = [];
    for (
      let at = state.current;
      at && line.length <= state.nodes.length;
      at = byId.get(at)?.parent ?? 0
    )
      line.unshift(byId.get(at)!);
    for (let next = firstChild(state, state.current); next; next = firstChild(state, next.id))
      line.push(next);
    return line;
  }

  get ply(): number {
    const line = this.line;
    return line.findIndex((node) => node.id === this.state?.current) + 1;
  }

  player(side: number): Player | undefined {
    return this.state?.setup.players[side];
  }

  /** Whether the current node is where the game goes on. */
  get atEnd(): boolean {
    return !!this.state && !firstChild(this.state, this.state.current);
  }

  get engineToMove(): boolean {
    const actor = this.actor;
    return (
      actor !== undefined && this.atEnd && !this.state?.over && this.player(actor)?.type !== 'human'
    );
  }

  /** Whose player acts: the side to move, or whom the opening rule asks. */
  get actor(): number | undefined {
    return this.state?.opening?.player ?? this.view?.side;
  }

  /** Whether a move may be chosen now that is played as soon as the engine has moved. */
  get premovable(): boolean {
    const other = this.view && this.player(1 - this.view.side)?.type === 'human';
    return this.engineToMove && !this.state?.opening && !this.paused && !!other && !this.analysing;
  }

  private change(question: BoardQuestion): Promise<boolean> {
    const change = this.changeNow(question);
    this.changing = change;
    return change;
  }

  private async changeNow(question: BoardQuestion): Promise<boolean> {
    this.busy = true;
    this.error = '';
    try {
      this.take(await askFor(board(question), 'boardState'));
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private fail(error: unknown): void {
    this.error = problemText(error);
  }

  /** Takes what the server says as the truth. */
  take(state: State): void {
    const was = this.state;
    if (was?.id !== state.id) this.scores.clear();
    this.state = state;
    this.hint = undefined;
    this.since = performance.now();
    if (
      was?.id === state.id &&
      was.current !== state.current &&
      state.nodes.length > was.nodes.length
    )
      knock(state.view.check !== null);
    if (this.analysing) this.analyse();
    else if (this.lines?.node !== state.current) this.lines = undefined;
    const premove = this.premove;
    if (premove && this.atEnd && this.player(state.view.side)?.type === 'human') {
      this.premove = undefined;
      if (state.view.legal.includes(premove)) void this.play(premove);
    }
  }

  start = (setup: Setup) => this.change({ what: 'new', setup });
  open = (id: number) => this.change({ what: 'open', id });
  importText = (setup: Setup, text: string) => this.change({ what: 'import', setup, text });

  async play(text: string): Promise<void> {
    if (!this.state || this.busy) return;
    this.stopThinking();
    const spent = this.state.clocks ? Math.round(performance.now() - this.since) : null;
    await this.change({ what: 'play', id: this.state.id, at: this.state.current, text, spent });
  }

  /** Plays what was typed once the moves before it stand: a text that vanishes without effect would have to be typed again. */
  type(text: string): void {
    this.typing = this.typing.then(async () => {
      await this.changing;
      await this.play(text);
    });
  }

  async go(node: number): Promise<void> {
    if (!this.state || node === this.state.current) return;
    this.stopThinking();
    await this.change({ what: 'go', id: this.state.id, node });
  }

  /** Takes back to the last position in which a person was to move. */
  async takeBack(): Promise<void> {
    const state = this.state;
    const node = this.current;
    if (!state || !node) return;
    this.stopThinking();
    const before = state.nodes.find((one) => one.id === node.parent);
    const twice =
      before &&
      this.player(node.side)?.type !== 'human' &&
      this.player(1 - node.side)?.type === 'human';
    await this.change({ what: 'prune', id: state.id, node: twice ? before.id : node.id });
  }

  choose = (choice: string) => this.change({ what: 'choose', id: this.state!.id, choice });
  prune = (node: number) => this.change({ what: 'prune', id: this.state!.id, node });
  end = (winner: number | null, code: string) => {
    this.stopThinking();
    return this.change({ what: 'end', id: this.state!.id, winner, code });
  };

  /** Lets the engine whose turn it is move. */
  async think(): Promise<void> {
    const state = this.state;
    if (!state || this.thinking) return;
    this.thinking = true;
    const asking = ask(
      board({ what: 'think', id: state.id, node: state.current, play: true }),
      (answer) => {
        if (answer.type === 'boardLines') this.hear(answer, !this.analysing);
      },
    );
    this.thought = asking;
    try {
      const answer = await asking.done;
      if (this.thought === asking) {
        this.thinking = false;
        if (answer.type === 'boardState') this.take(answer);
      }
    } catch (error) {
      if (this.thought === asking) {
        this.thinking = false;
        this.fail(error);
        if (error instanceof Refused) this.paused = true;
      }
    }
  }

  private hear(lines: Lines, shown: boolean): void {
    if (shown) this.lines = lines;
    if (lines.lines[0] && lines.node > 0) this.scores.set(lines.node, lines.lines[0].score);
  }

  stopThinking(): void {
    this.thought?.stop();
    this.thought = undefined;
    this.thinking = false;
  }

  async askHint(): Promise<void> {
    if (!this.state) return;
    const node = this.state.current;
    await ask(board({ what: 'think', id: this.state.id, node, play: false }), (answer) => {
      if (answer.type === 'boardLines' && this.state?.current === node) this.hint = answer.lines[0];
    }).done.catch((error) => this.fail(error));
  }

  analyse(): void {
    this.analysis?.stop();
    if (!this.state) return;
    this.analysing = true;
    const node = this.state.current;
    const asking = ask(
      board({ what: 'analyse', id: this.state.id, node, lines: this.multi, threat: this.threat }),
      (answer) => {
        if (
          answer.type === 'boardLines' &&
          this.analysis === asking &&
          this.state?.current === node
        )
          this.hear(answer, true);
      },
    );
    this.analysis = asking;
    if (this.state.over) this.lines = undefined;
    asking.done.catch((error) => this.analysis === asking && this.fail(error));
  }

  stopAnalysis(): void {
    this.analysing = false;
    this.analysis?.stop();
    this.analysis = undefined;
  }

  async review(): Promise<void> {
    if (!this.state) return;
    this.reviewing = true;
    const notes = new Map<number, Note>();
    const asking = ask(
      board({ what: 'review', id: this.state.id, milliseconds: 150 }),
      (answer) => {
        if (answer.type !== 'boardNote' || !this.state) return;
        notes.set(answer.node, answer.note);
        this.state = {
          ...this.state,
          nodes: this.state.nodes.map((node) => ({
            ...node,
            note: notes.get(node.id) ?? node.note,
          })),
        };
      },
    );
    this.analysis = asking;
    try {
      const answer = await asking.done;
      if (answer.type === 'boardState')
        this.state = { ...answer, current: this.state.current, view: this.state.view };
    } catch (error) {
      this.fail(error);
    } finally {
      this.reviewing = false;
    }
  }

  /** After the connection came back: what the server has is what counts. */
  async resume(): Promise<void> {
    if (!this.state) return;
    this.thinking = false;
    await this.open(this.state.id);
    if (this.analysing) this.analyse();
  }

  leave(): void {
    this.stopThinking();
    this.stopAnalysis();
  }
}

export function firstChild(state: State, node: number): Node | undefined {
  return state.nodes.find((one) => one.parent === node);
}

export function scoreText(score: Line['score']): string {
  if (score.mate !== null)
    return score.mate === 0 ? '#' : `${score.mate > 0 ? '+' : '−'}M${Math.abs(score.mate)}`;
  const pawns = score.value / 100;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(2)}`;
}

/** What the first side may expect, 0 to 100. */
export function expected(score: Line['score']): number {
  return score.win + score.draw / 2;
}
