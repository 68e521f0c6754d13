// One game at the board as a state machine. `update` takes an event and gives the next table with
// the effects to carry out; it asks nothing, draws nothing and reads no clock, so that every
// sequence can be tested. `Game` (game.svelte.ts) carries the effects out.

import type { Line, Lines, Note, Score, State } from '../../api';
import { currentNode, isAtEnd, isEngineToMove, isHuman, playerOf } from './record';

/** The number of a question under way. */
export type Ask = number;

/** Changes of the record; `ask` is the latest. */
export type Change = { type: 'idle' } | { type: 'asked'; ask: Ask };

/** The engine whose turn it is. It starts by itself, unless it is paused. */
export type Engine = { type: 'ready' } | { type: 'thinking'; ask: Ask } | { type: 'paused' };

/** The engine that comments: on the current position, or on the whole game. */
export type Study =
  | { type: 'off' }
  /** `finished`: the search has nothing left to do here. */
  | { type: 'analysing'; ask: Ask; finished: boolean }
  | { type: 'reviewing'; ask: Ask; notes: ReadonlyMap<number, Note> };

export interface Table {
  /** The last state from the server. */
  readonly state: State | undefined;
  readonly change: Change;
  readonly engine: Engine;
  readonly study: Study;
  /** Lines of the engine that thinks or analyses. */
  readonly lines: Lines | undefined;
  readonly hint: Line | undefined;
  /** The last score that an engine gave each node, for the graph. */
  readonly scores: ReadonlyMap<number, Score>;
  readonly premove: string | undefined;
  /** When the side to move began to think, by the page's clock. */
  readonly since: number;
  readonly error: string;
  /** Whether a dialog is open or the room was left; no engine starts then. */
  readonly held: boolean;
  /** Whether the connection was lost; no engine starts before the game is read again. */
  readonly offline: boolean;
  readonly nextAsk: Ask;
}

export type Event =
  | { type: 'change' }
  | { type: 'changed'; ask: Ask; state: State; now: number }
  | { type: 'changeFailed'; ask: Ask; error: string }
  | { type: 'imported'; state: State; now: number }
  /** Another page changed the game. */
  | { type: 'followed'; state: State; now: number }
  | { type: 'thought'; ask: Ask; state: State; now: number }
  | { type: 'thinkFailed'; ask: Ask; error: string; refused: boolean }
  | { type: 'lines'; ask: Ask; lines: Lines }
  | { type: 'hinted'; node: number; line: Line | undefined }
  | { type: 'hintFailed'; error: string }
  | { type: 'analyse' }
  | { type: 'review' }
  | { type: 'stopStudy' }
  | { type: 'noted'; ask: Ask; node: number; note: Note }
  | { type: 'studied'; ask: Ask; state: State | undefined; error: string }
  | { type: 'pause' }
  | { type: 'unpause' }
  | { type: 'premove'; text: string | undefined }
  | { type: 'forgive' }
  | { type: 'hold'; held: boolean }
  | { type: 'lost' }
  | { type: 'reconnected' }
  | { type: 'leave' }
  /** The address leads to no game: none is shown. */
  | { type: 'close' };

export type Effect =
  | { type: 'think'; ask: Ask; id: number; node: number }
  | { type: 'analyse'; ask: Ask; id: number; node: number }
  | { type: 'review'; ask: Ask; id: number }
  | { type: 'stop'; ask: Ask }
  | { type: 'play'; text: string }
  | { type: 'reopen'; id: number }
  | { type: 'knock'; check: boolean };

export const emptyTable: Table = {
  state: undefined,
  change: { type: 'idle' },
  engine: { type: 'ready' },
  study: { type: 'off' },
  lines: undefined,
  hint: undefined,
  scores: new Map(),
  premove: undefined,
  since: 0,
  error: '',
  held: false,
  offline: false,
  nextAsk: 1,
};

/** Whether a move may be chosen now that is played as soon as the engine has moved. */
export function isPremovable({ state, engine, study }: Table): boolean {
  if (!state || !isEngineToMove(state) || state.opening) return false;
  const waits = isHuman(playerOf(state, 1 - state.view.side));
  return waits && engine.type !== 'paused' && study.type !== 'analysing';
}

/** Lines about the position that is shown. */
export function linesHere({ lines, state }: Table): Lines | undefined {
  return lines?.node === state?.current ? lines : undefined;
}

export function update(table: Table, event: Event): { table: Table; effects: Effect[] } {
  const step = new Step(table);
  step.take(event);
  step.startEngine();
  return { table: step.table, effects: step.effects };
}

/** One step of the machine: the table changes, effects add up. */
class Step {
  readonly effects: Effect[] = [];

  constructor(public table: Table) {}

  take(event: Event): void {
    const { engine, study } = this.table;
    switch (event.type) {
      case 'change':
        this.stopEngine();
        this.set({ change: { type: 'asked', ask: this.ask() }, error: '' });
        break;
      case 'changed':
        this.endChange(event.ask);
        this.show(event.state, event.now);
        break;
      case 'changeFailed':
        this.endChange(event.ask);
        this.set({ error: event.error });
        break;
      case 'imported':
        this.stopEngine();
        this.stopStudy();
        this.show(event.state, event.now);
        break;
      case 'followed':
        this.followOther(event.state, event.now);
        break;
      case 'thought':
        if (engine.type !== 'thinking' || engine.ask !== event.ask) break;
        this.set({ engine: { type: 'ready' } });
        this.show(event.state, event.now);
        break;
      case 'thinkFailed':
        if (engine.type !== 'thinking' || engine.ask !== event.ask) break;
        // A refused question would be refused again at once.
        this.set({ engine: { type: event.refused ? 'paused' : 'ready' }, error: event.error });
        break;
      case 'lines':
        this.hear(event.ask, event.lines);
        break;
      case 'hinted':
        if (this.table.state?.current === event.node) this.set({ hint: event.line });
        break;
      case 'hintFailed':
        this.set({ error: event.error });
        break;
      case 'analyse':
        this.analyse();
        break;
      case 'review':
        this.review();
        break;
      case 'stopStudy':
        this.stopStudy();
        break;
      case 'noted':
        if (study.type === 'reviewing' && study.ask === event.ask)
          this.note(event.node, event.note);
        break;
      case 'studied':
        if (study.type === 'off' || study.ask !== event.ask) break;
        this.endStudy(event.state, event.error);
        break;
      case 'pause':
        this.stopEngine();
        this.set({ engine: { type: 'paused' } });
        break;
      case 'unpause':
        if (engine.type === 'paused') this.set({ engine: { type: 'ready' } });
        break;
      case 'premove':
        this.set({ premove: event.text });
        break;
      case 'forgive':
        this.set({ error: '' });
        break;
      case 'hold':
        this.set({ held: event.held });
        break;
      case 'lost':
        this.lose();
        break;
      case 'reconnected':
        if (this.table.state) this.effects.push({ type: 'reopen', id: this.table.state.id });
        this.set({ offline: false });
        break;
      case 'close':
        this.stopEngine();
        this.stopStudy();
        this.set({ state: undefined, lines: undefined, hint: undefined, premove: undefined });
        break;
      case 'leave':
        this.stopEngine();
        this.stopStudy();
        this.set({ held: true });
        break;
    }
  }

  /** Lets the engine think when it is its turn and nothing else is under way. */
  startEngine(): void {
    const { state, change, engine, held, offline } = this.table;
    const waiting = this.effects.some(({ type }) => type === 'play' || type === 'reopen');
    if (!state || change.type !== 'idle' || engine.type !== 'ready') return;
    if (held || offline || waiting || !isEngineToMove(state)) return;
    const ask = this.ask();
    this.set({ engine: { type: 'thinking', ask } });
    this.effects.push({ type: 'think', ask, id: state.id, node: state.current });
  }

  private set(changes: Partial<Table>): void {
    this.table = { ...this.table, ...changes };
  }

  private ask(): Ask {
    const ask = this.table.nextAsk;
    this.set({ nextAsk: ask + 1 });
    return ask;
  }

  /** Ends the latest change. Answers to earlier ones are shown too: the server sent them later. */
  private endChange(ask: Ask): void {
    const { change } = this.table;
    if (change.type === 'asked' && change.ask === ask) this.set({ change: { type: 'idle' } });
  }

  private stopEngine(): void {
    const { engine } = this.table;
    if (engine.type !== 'thinking') return;
    this.effects.push({ type: 'stop', ask: engine.ask });
    this.set({ engine: { type: 'ready' } });
  }

  private stopStudy(): void {
    const { study } = this.table;
    if (study.type === 'off') return;
    this.effects.push({ type: 'stop', ask: study.ask });
    this.set({ study: { type: 'off' } });
  }

  /** Shows a state of the server. What it says counts. */
  private show(state: State, now: number): void {
    const before = this.table.state;
    const sameGame = before?.id === state.id;
    this.set({ state: this.withNotes(state), hint: undefined, since: now });
    if (!sameGame) this.set({ scores: new Map(), premove: undefined, error: '' });
    if (sameGame && before.current !== state.current && state.nodes.length > before.nodes.length)
      this.effects.push({ type: 'knock', check: state.view.check !== null });
    if (this.table.study.type === 'analysing') this.analyse();
    else if (this.table.lines?.node !== state.current) this.set({ lines: undefined });
    this.playPremove(state);
  }

  /**
   * Takes over the moves that another page made. The reader follows a move played where he is, and
   * otherwise stays; where his move is gone he goes with the other page.
   */
  private followOther(state: State, now: number): void {
    const { state: own } = this.table;
    if (own?.id !== state.id || this.table.change.type === 'asked') return;
    const sameMoves =
      state.nodes.length === own.nodes.length && state.nodes.at(-1)?.id === own.nodes.at(-1)?.id;
    const arrived = currentNode(state);
    const isNext = arrived?.parent === own.current && isAtEnd(own);
    const isThere = own.current === 0 || state.nodes.some((node) => node.id === own.current);
    const moved = state.current === own.current && !sameMoves;
    if (isNext || !isThere || moved) {
      this.stopEngine();
      this.show(state, now);
      return;
    }
    const { current, view, clocks, spoken } = own;
    // A result given by a player, such as a resignation, and a choice of the opening rule belong to
    // one position.
    const { over, opening } = state.current === current ? state : own;
    this.set({ state: this.withNotes({ ...state, current, view, over, clocks, opening, spoken }) });
  }

  private playPremove(state: State): void {
    const { premove } = this.table;
    if (!premove || !isAtEnd(state) || !isHuman(playerOf(state, state.view.side))) return;
    this.set({ premove: undefined });
    if (state.view.legal.includes(premove)) this.effects.push({ type: 'play', text: premove });
  }

  private hear(ask: Ask, lines: Lines): void {
    const { engine, study, state } = this.table;
    const thinks = engine.type === 'thinking' && engine.ask === ask;
    const analyses = study.type === 'analysing' && study.ask === ask;
    if (!thinks && !analyses) return;
    if (analyses && lines.node !== state?.current) return;
    // While the reader analyses, the analysis is shown and not what the playing engine thinks.
    if (analyses || study.type !== 'analysing') this.set({ lines });
    const best = lines.lines[0];
    const known = this.table.scores.get(lines.node);
    // A forced end that was found once is not replaced by an estimate.
    const isWorse = known?.mate != null && best?.score.mate === null;
    if (best && lines.node > 0 && !isWorse)
      this.set({ scores: new Map(this.table.scores).set(lines.node, best.score) });
  }

  private analyse(): void {
    this.stopStudy();
    const { state } = this.table;
    if (!state) return;
    const ask = this.ask();
    this.set({ study: { type: 'analysing', ask, finished: false } });
    if (state.over) this.set({ lines: undefined });
    this.effects.push({ type: 'analyse', ask, id: state.id, node: state.current });
  }

  private review(): void {
    this.stopStudy();
    const { state } = this.table;
    if (!state) return;
    const ask = this.ask();
    this.set({ study: { type: 'reviewing', ask, notes: new Map() } });
    this.effects.push({ type: 'review', ask, id: state.id });
  }

  private note(node: number, note: Note): void {
    const { state, study } = this.table;
    if (study.type !== 'reviewing' || !state) return;
    this.set({ study: { ...study, notes: new Map(study.notes).set(node, note) } });
    this.set({ state: this.withNotes(state) });
  }

  /** The state with the notes of a review that is not yet over. */
  private withNotes(state: State): State {
    const { study } = this.table;
    if (study.type !== 'reviewing' || !study.notes.size) return state;
    const notes = study.notes;
    const nodes = state.nodes.map((node) => ({ ...node, note: notes.get(node.id) ?? node.note }));
    return { ...state, nodes };
  }

  /** A review ends with the notes of all moves; the reader stays at the node that is shown. */
  private endStudy(reviewed: State | undefined, error: string): void {
    const { study, state } = this.table;
    if (error) this.set({ error });
    if (study.type === 'analysing')
      this.set({ study: error ? { type: 'off' } : { ...study, finished: true } });
    if (study.type !== 'reviewing') return;
    this.set({ study: { type: 'off' } });
    if (reviewed && state && reviewed.id === state.id)
      this.set({ state: { ...reviewed, current: state.current, view: state.view } });
  }

  /** No answer will come any more. An analysis goes on once the game has been read again. */
  private lose(): void {
    const { engine, study } = this.table;
    this.set({ offline: true, change: { type: 'idle' } });
    if (engine.type === 'thinking') this.set({ engine: { type: 'ready' } });
    if (study.type === 'reviewing') this.set({ study: { type: 'off' } });
  }
}
