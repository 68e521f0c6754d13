// One game of the page. The state machine (machine.ts) decides; this class sends its questions to
// the server and hands the answers back.

import type {
  Answer,
  BoardProof,
  BoardQuestion,
  Ending,
  GameKind,
  Line,
  Lines,
  Names,
  Node,
  OpeningChoice,
  Player,
  Remarks,
  Score,
  Setup,
  State,
  Tried,
  UndoEntry,
  View,
} from '../../api';
import { confirmed } from '../../lib/confirm.svelte';
import { Interrupted, Refused } from '../../lib/errors';
import { problemText } from '../../lib/problem';
import { settings } from '../../lib/settings.svelte';
import { ask, askFor, type Asking } from '../../lib/socket.svelte';
import { offerUndo, tellInToast, type UndoTarget } from '../../lib/undo.svelte';
import {
  emptyTable,
  isPremovable,
  linesHere,
  update,
  type Ask,
  type Effect,
  type Event,
  type Table,
} from './machine';
import {
  currentNode,
  isAtEnd,
  isEngineToMove,
  lineOf,
  playerOf,
  plyOf,
  takeBackTo,
} from './record';
import { board } from './setup';
import { knock } from './sound';
import { keepThinking, thoughtBefore } from './thinking';

/** A move in the notation of the reader's choice. */
export function moveName(names: Names): string {
  return names[settings.notation];
}

/** Milliseconds for each position of a review. */
const REVIEW_TIME = 150;

export class Game {
  private table = $state.raw<Table>(emptyTable);
  /** Lines of an analysis. */
  multi = $state(3);
  /** Whether an analysis also looks for the other side's threat. */
  threat = $state(false);
  /** The error of the last typed move, which is told beside its field. */
  typedError = $state('');
  private askings = new Map<Ask, Asking>();
  private changing: Promise<unknown> = Promise.resolve();
  private typing: Promise<unknown> = Promise.resolve();
  private followed: { id: number; asking: Asking } | undefined;

  constructor(private readonly kind: GameKind) {}

  private readonly moves = $derived(this.table.state ? lineOf(this.table.state) : []);

  get state(): State | undefined {
    return this.table.state;
  }
  get view(): View | undefined {
    return this.table.state?.view;
  }
  get current(): Node | undefined {
    return this.table.state && currentNode(this.table.state);
  }
  /** The moves from the start through the current node to the end. */
  get line(): Node[] {
    return this.moves;
  }
  get ply(): number {
    return this.table.state ? plyOf(this.table.state) : 0;
  }
  get atEnd(): boolean {
    return !!this.table.state && isAtEnd(this.table.state);
  }
  get engineToMove(): boolean {
    return !!this.table.state && isEngineToMove(this.table.state);
  }
  get premovable(): boolean {
    return isPremovable(this.table);
  }
  get busy(): boolean {
    return this.table.change.type === 'asked';
  }
  get thinking(): boolean {
    return this.table.engine.type === 'thinking';
  }
  get paused(): boolean {
    return this.table.engine.type === 'paused';
  }
  /** Whether the analysis has nothing left to do in this position. */
  get finished(): boolean {
    const { study } = this.table;
    return study.type === 'analysing' && study.finished;
  }
  get analysing(): boolean {
    return this.table.study.type === 'analysing';
  }
  get reviewing(): boolean {
    return this.table.study.type === 'reviewing';
  }
  /** Lines about the position that is shown. */
  get lines(): Lines | undefined {
    return linesHere(this.table);
  }
  get hint(): Line | undefined {
    return this.table.hint;
  }
  get scores(): ReadonlyMap<number, Score> {
    return this.table.scores;
  }
  get premove(): string | undefined {
    return this.table.premove;
  }
  get since(): number {
    return this.table.since;
  }
  get error(): string {
    return this.table.error;
  }

  player(side: number): Player | undefined {
    return this.table.state && playerOf(this.table.state, side);
  }

  start = (setup: Setup) => this.change({ what: 'new', setup });
  /** Opens a saved game of this room's kind. */
  open = (id: number) => this.change({ what: 'open', id, game: this.kind });
  importText = (setup: Setup, text: string) =>
    this.change({ what: 'import', setup, text, partial: false });
  /** Turns the board of this game. */
  turn = (flipped: boolean) => this.change({ what: 'turn', id: this.id, flipped });
  /** Writes comment, marks and drawings of a node; the toast offers to undo what is removed. */
  remark = (node: number, remarks: Remarks) =>
    this.remove({ what: 'remark', id: this.id, node, remarks });
  choose = (choice: OpeningChoice) => this.change({ what: 'choose', id: this.id, choice });
  /** Removes a move and all that follow it; the toast offers to undo it. */
  prune = (node: number, takeBack = false) =>
    this.remove({ what: 'prune', id: this.id, node, takeBack });
  /** Ends the game; a resignation is asked for once more. */
  async end(winner: number | null, code: Ending): Promise<boolean> {
    const question = { en: 'Resign this game?', zh: '确定认输吗？' };
    if (code === 'resign' && !(await confirmed(question, { en: 'Resign', zh: '认输' })))
      return false;
    return this.remove({ what: 'end', id: this.id, winner, code });
  }

  /** The object of Ctrl+Z while this game is shown. */
  readonly undoTarget: UndoTarget = {
    kind: 'game',
    object: () => this.state && String(this.state.id),
    stepped: (entry) => this.open(Number(entry.object)),
  };
  /** The change that can be undone. */
  get undoable(): UndoEntry | null {
    return this.state?.undo ?? null;
  }
  /** The change that can be made again. */
  get redoable(): UndoEntry | null {
    return this.state?.redo ?? null;
  }

  /** Plays a move, unless another change is under way; answers whether it was played. */
  async play(text: string): Promise<boolean> {
    const { state, since } = this.table;
    if (!state || this.busy) return false;
    const spent = state.clocks ? Math.round(performance.now() - since) : null;
    return this.change({ what: 'play', id: state.id, at: state.current, text, spent });
  }

  /**
   * Plays a typed move after the changes before it, so that fast typing loses none; answers whether
   * it was played.
   */
  type(text: string): Promise<boolean> {
    const typing = this.typing.then(async () => {
      await this.changing;
      const played = await this.play(text);
      this.typedError = played ? '' : this.error;
      return played;
    });
    this.typing = typing;
    return typing;
  }

  /** The fault of a typed move is being mended. */
  forgive = () => this.send({ type: 'forgive' });

  async go(node: number): Promise<void> {
    if (!this.state || node === this.state.current) return;
    await this.change({ what: 'go', id: this.state.id, node });
  }

  /** Whether a take-back would remove moves: only at the end of a game in progress. */
  get canTakeBack(): boolean {
    return !!this.state && isAtEnd(this.state) && !this.state.over && !!this.state.current;
  }

  /**
   * At the end of a game in progress, takes back to the last position in which a person was to move;
   * elsewhere steps back.
   */
  async takeBack(): Promise<void> {
    if (!this.state) return;
    if (!this.canTakeBack) return this.go(this.current?.parent ?? 0);
    const node = takeBackTo(this.state);
    if (node !== undefined) await this.prune(node, true);
  }

  /** Asks whether a move is good instead of the one at a node. */
  tryInstead = (node: number, text: string): Promise<Tried> =>
    askFor(board({ what: 'try', id: this.id, node, text }), 'boardTried');

  /** Looks for a proof that the side to move wins by force (Gomoku); `stop` ends the search. */
  solve(): { proof: Promise<BoardProof>; stop: () => void } {
    const asking = ask(board({ what: 'solve', id: this.id, node: this.state?.current ?? 0 }));
    const proof = asking.done.then((answer) => {
      if (answer.type !== 'boardProof') throw new Error(`expected a proof, got ${answer.type}`);
      return answer;
    });
    return { proof, stop: asking.stop };
  }

  async askHint(): Promise<void> {
    if (!this.state) return;
    const { id, current: node } = this.state;
    const asking = ask(board({ what: 'think', id, node, play: false }), (answer) => {
      if (answer.type === 'boardLines') this.send({ type: 'hinted', node, line: answer.lines[0] });
    });
    await asking.done.catch((error: unknown) =>
      this.send({ type: 'hintFailed', error: problemText(error) }),
    );
  }

  analyse = () => this.send({ type: 'analyse' });
  stopAnalysis = () => this.send({ type: 'stopStudy' });
  toggleAnalysis = () => (this.analysing ? this.stopAnalysis() : this.analyse());
  review = () => this.send({ type: 'review' });
  pause = () => this.send({ type: 'pause' });
  unpause = () => this.send({ type: 'unpause' });
  setPremove = (text: string | undefined) => this.send({ type: 'premove', text });
  /** While a dialog is open, no engine starts. */
  hold = (held: boolean) => this.send({ type: 'hold', held });
  /** Shows a game that a dialog has imported. */
  show = (state: State) => this.send({ type: 'imported', state, now: performance.now() });
  reconnect = () => this.send({ type: 'reconnected' });
  leave = () => this.send({ type: 'leave' });
  close = () => this.send({ type: 'close' });

  private get id(): number {
    return this.table.state?.id ?? 0;
  }

  private send(event: Event): void {
    const { table, effects } = update(this.table, event);
    if (table.state && table.since !== this.table.since)
      keepThinking(table.state, performance.now() - table.since);
    this.table = table;
    this.follow(table.held ? undefined : table.state?.id);
    for (const effect of effects) this.carryOut(effect);
  }

  private carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'think':
        this.think(effect);
        break;
      case 'analyse':
        this.study(effect.ask, {
          what: 'analyse',
          id: effect.id,
          node: effect.node,
          lines: this.multi,
          threat: this.threat,
        });
        break;
      case 'review':
        this.study(effect.ask, { what: 'review', id: effect.id, milliseconds: REVIEW_TIME });
        break;
      case 'stop':
        this.askings.get(effect.ask)?.stop();
        break;
      case 'play':
        void this.play(effect.text);
        break;
      case 'reopen':
        void this.open(effect.id);
        break;
      case 'knock':
        knock(effect.check);
        break;
    }
  }

  /** A change that removes something. */
  private async remove(question: BoardQuestion): Promise<boolean> {
    const before = this.undoable?.id;
    const done = await this.change(question);
    if (done && this.undoable && this.undoable.id !== before)
      offerUndo(this.undoable, this.undoTarget);
    return done;
  }

  private change(question: BoardQuestion): Promise<boolean> {
    const change = this.changeNow(question);
    this.changing = change;
    return change;
  }

  private async changeNow(question: BoardQuestion): Promise<boolean> {
    this.send({ type: 'change' });
    const { change } = this.table;
    const number = change.type === 'asked' ? change.ask : 0;
    try {
      const state = await askFor(board(question), 'boardState');
      const thought = question.what === 'open' ? thoughtBefore(state) : 0;
      this.send({ type: 'changed', ask: number, state, now: performance.now() - thought });
      return true;
    } catch (error) {
      if (!this.isLost(error))
        this.send({ type: 'changeFailed', ask: number, error: problemText(error) });
      return false;
    }
  }

  private think({ ask: number, id, node }: Extract<Effect, { type: 'think' }>): void {
    this.hear(number, { what: 'think', id, node, play: true }).then(
      (answer) => {
        if (answer.type === 'boardState') {
          this.send({ type: 'thought', ask: number, state: answer, now: performance.now() });
          if (answer.told) tellInToast(answer.told);
        } else this.send({ type: 'thinkFailed', ask: number, error: '', refused: true });
      },
      (error: unknown) => {
        if (this.isLost(error)) return;
        const refused = error instanceof Refused;
        this.send({ type: 'thinkFailed', ask: number, error: problemText(error), refused });
      },
    );
  }

  private study(number: Ask, question: BoardQuestion): void {
    this.hear(number, question).then(
      (answer) => {
        const state = answer.type === 'boardState' ? answer : undefined;
        this.send({ type: 'studied', ask: number, state, error: '' });
      },
      (error: unknown) => {
        if (this.isLost(error)) return;
        this.send({ type: 'studied', ask: number, state: undefined, error: problemText(error) });
      },
    );
  }

  /** Asks a question that answers many times. */
  private async hear(number: Ask, question: BoardQuestion): Promise<Answer> {
    const asking = ask(board(question), (answer) => {
      if (answer.type === 'boardLines') this.send({ type: 'lines', ask: number, lines: answer });
      else if (answer.type === 'boardNote')
        this.send({ type: 'noted', ask: number, node: answer.node, note: answer.note });
    });
    this.askings.set(number, asking);
    try {
      return await asking.done;
    } finally {
      this.askings.delete(number);
    }
  }

  /** Follows the changes that other pages make to a game. */
  private follow(id: number | undefined): void {
    if (this.followed?.id === id) return;
    this.followed?.asking.stop();
    this.followed = undefined;
    if (id === undefined) return;
    const asking = ask(board({ what: 'follow', id }), (answer) => {
      if (answer.type === 'boardState')
        this.send({ type: 'followed', state: answer, now: performance.now() });
    });
    const followed = { id, asking };
    this.followed = followed;
    // After a lost connection the next event follows again.
    const ended = () => {
      if (this.followed === followed) this.followed = undefined;
    };
    asking.done.then(ended, ended);
  }

  private isLost(error: unknown): boolean {
    const lost = error instanceof Interrupted && error.reason === 'lost';
    if (lost) this.send({ type: 'lost' });
    return lost;
  }
}
