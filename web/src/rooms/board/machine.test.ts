import { describe, expect, it } from 'vitest';
import type { Lines, Node, Note, Player, Remarks, Score, State, View } from '../../api';
import {
  emptyTable,
  isPremovable,
  linesHere,
  update,
  type Effect,
  type Event,
  type Table,
} from './machine';

const human: Player = { type: 'human' };
const engine: Player = { type: 'engine', level: 'casual' };

const noRemarks: Remarks = { before: '', comment: '', glyphs: [], shapes: [] };
const node = (id: number, parent: number, side = (id + 1) % 2): Node => ({
  id,
  parent,
  side,
  text: `m${id}`,
  names: { iccs: '', wxf: '', zh: '' },
  clock: null,
  note: null,
  remarks: noRemarks,
});

/** A game of so many moves in one line; `side` is to move after the last. */
function state(moves: number, players: [Player, Player], changes: Partial<State> = {}): State {
  const nodes = Array.from({ length: moves }, (_, index) => node(index + 1, index));
  const view: View = {
    columns: 9,
    rows: 10,
    cells: '',
    side: moves % 2,
    check: null,
    legal: ['a', 'b'],
    forbidden: [],
    forbidden_because: [],
    row: [],
    over: null,
    text: '',
  };
  return {
    id: 1,
    setup: {
      game: 'xiangqi',
      name: '',
      rules: 'asian',
      size: 15,
      opening: 'free',
      position: null,
      players,
      clock: null,
      think: null,
      names: ['', ''],
      tags: [],
    },
    nodes,
    current: moves,
    view,
    over: null,
    result: null,
    clocks: null,
    opening_name: null,
    opening: null,
    undo: null,
    redo: null,
    remarks: noRemarks,
    flipped: false,
    spoken: null,
    told: null,
    review: null,
    ...changes,
  };
}

const score = (value: number): Score => ({ value, mate: null, win: 50, draw: 20 });
const lines = (at: number, value = 10): Lines => ({
  node: at,
  lines: [{ rank: 1, score: score(value), depth: 5, reach: 7, moves: ['a'], names: [] }],
  nodes: 100,
  seconds: 1,
  threat: null,
});

/** Runs events one after the other; an event may be made from the table before it. */
function run(start: Table, ...events: (Event | ((table: Table) => Event))[]) {
  let table = start;
  const effects: Effect[] = [];
  for (const event of events) {
    const next = update(table, typeof event === 'function' ? event(table) : event);
    table = next.table;
    effects.push(...next.effects);
  }
  return { table, effects, types: effects.map((effect) => effect.type) };
}

const askOf = (table: Table, part: 'change' | 'engine' | 'study'): number => {
  const found = table[part];
  return 'ask' in found ? found.ask : -1;
};
const changed =
  (to: State) =>
  (table: Table): Event => ({ type: 'changed', ask: askOf(table, 'change'), state: to, now: 7 });
const shown = (to: State) => run(emptyTable, { type: 'change' }, changed(to));

describe('a change that another page made', () => {
  const followed = (to: State): Event => ({ type: 'followed', state: to, now: 9 });

  it('is shown where the reader is at the end', () => {
    const before = shown(state(1, [human, human])).table;
    const { table, types } = run(before, followed(state(2, [human, human])));
    expect(table.state?.current).toBe(2);
    expect(types).toContain('knock');
  });

  it('takes over a choice of the opening rule', () => {
    const opening = {} as NonNullable<State['opening']>;
    const before = shown(state(3, [human, engine], { opening })).table;
    expect(before.state?.opening).toBe(opening);
    const { table } = run(before, followed(state(3, [engine, human], { opening: null })));
    expect(table.state?.opening).toBeNull();
  });

  it('leaves the reader at the move that he looks at', () => {
    const before = shown(state(3, [human, human], { current: 1 })).table;
    const { table, types } = run(before, followed(state(4, [human, human])));
    expect(table.state).toMatchObject({ current: 1, nodes: { length: 4 } });
    expect(table.state?.view).toBe(before.state?.view);
    expect(types).toEqual([]);
  });

  it('goes with the other page where the move is gone', () => {
    const before = shown(state(3, [human, human])).table;
    expect(run(before, followed(state(1, [human, human]))).table.state?.current).toBe(1);
  });

  it('is not taken over while a change of this page is under way, nor from another game', () => {
    const before = shown(state(1, [human, human])).table;
    const busy = run(before, { type: 'change' }, followed(state(2, [human, human]))).table;
    expect(busy.state?.current).toBe(1);
    const other = run(before, followed(state(2, [human, human], { id: 5 }))).table;
    expect(other.state?.id).toBe(1);
  });

  it('does not stop an engine that thinks when nothing changed', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const { table, types } = run(thinking, followed(state(1, [human, engine])));
    expect(types).toEqual([]);
    expect(table.engine.type).toBe('thinking');
  });
});

describe('an analysis that has nothing left to do', () => {
  const analysing = run(shown(state(2, [human, human])).table, { type: 'analyse' }).table;
  const finished = run(analysing, {
    type: 'studied',
    ask: askOf(analysing, 'study'),
    state: undefined,
    error: '',
  }).table;

  it('says so and keeps its lines', () => {
    expect(analysing.study).toMatchObject({ finished: false });
    expect(finished.study).toMatchObject({ type: 'analysing', finished: true });
  });

  it('goes on in the next position', () => {
    const { table, types } = run(finished, { type: 'change' }, changed(state(3, [human, human])));
    expect(types).toContain('analyse');
    expect(table.study).toMatchObject({ type: 'analysing', finished: false });
  });
});

describe('an address that leads to no game', () => {
  it('closes the game that was shown', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const { table, types } = run(thinking, { type: 'close' });
    expect(table.state).toBeUndefined();
    expect(types).toEqual(['stop']);
  });
});

describe('a change of the record', () => {
  it('is under way until its answer', () => {
    const asked = run({ ...emptyTable, error: 'old' }, { type: 'change' });
    expect(asked.table.change.type).toBe('asked');
    expect(asked.table.error).toBe('');
    const done = run(asked.table, changed(state(0, [human, human])));
    expect(done.table).toMatchObject({ change: { type: 'idle' }, since: 7 });
    expect(done.table.state?.id).toBe(1);
    expect(done.effects).toEqual([]);
  });

  it('names the reason when it fails', () => {
    const { table } = run(shown(state(0, [human, human])).table, { type: 'change' }, (before) => ({
      type: 'changeFailed',
      ask: askOf(before, 'change'),
      error: 'not legal',
    }));
    expect(table).toMatchObject({ change: { type: 'idle' }, error: 'not legal' });
  });

  it('stays under way while a later one is', () => {
    const two = run(emptyTable, { type: 'change' }, { type: 'change' }).table;
    const first = run(two, {
      type: 'changed',
      ask: askOf(two, 'change') - 1,
      state: state(1, [human, human]),
      now: 1,
    }).table;
    expect(first.change.type).toBe('asked');
    expect(first.state?.current).toBe(1);
  });

  it('sounds when a move was added, and not when the reader goes back', () => {
    const before = shown(state(1, [human, human])).table;
    const moved = run(before, { type: 'change' }, changed(state(2, [human, human])));
    expect(moved.types).toContain('knock');
    const back = run(before, { type: 'change' }, changed(state(1, [human, human], { current: 0 })));
    expect(back.types).not.toContain('knock');
  });

  it('stops the engine that thinks', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const { effects, table } = run(thinking, { type: 'change' });
    expect(effects).toEqual([{ type: 'stop', ask: askOf(thinking, 'engine') }]);
    expect(table.engine.type).toBe('ready');
  });
});

describe('the engine', () => {
  it('thinks when it is its turn', () => {
    const { table, effects } = shown(state(1, [human, engine]));
    expect(table.engine.type).toBe('thinking');
    expect(effects).toEqual([{ type: 'think', ask: askOf(table, 'engine'), id: 1, node: 1 }]);
  });

  it('does not think on a person’s turn, after the end, or before the last move', () => {
    expect(shown(state(0, [human, engine])).types).toEqual([]);
    const over = { winner: 0, code: 'checkmate' as const };
    expect(shown(state(1, [human, engine], { over })).types).toEqual([]);
    expect(shown(state(3, [human, engine], { current: 1 })).types).toEqual([]);
  });

  it('acts for the player that the opening rule asks', () => {
    const opening = { player: 1, stones: 2, choices: [] };
    expect(shown(state(0, [human, engine], { opening })).types).toEqual(['think']);
    expect(shown(state(1, [human, engine], { opening: { ...opening, player: 0 } })).types).toEqual(
      [],
    );
  });

  it('waits behind a dialog and starts when it closes', () => {
    const { table, types } = run(
      emptyTable,
      { type: 'hold', held: true },
      { type: 'change' },
      changed(state(1, [human, engine])),
    );
    expect(types).toEqual([]);
    expect(run(table, { type: 'hold', held: false }).types).toEqual(['think']);
  });

  it('goes on by itself in a game of two engines', () => {
    const first = shown(state(0, [engine, engine])).table;
    const next = run(first, {
      type: 'thought',
      ask: askOf(first, 'engine'),
      state: state(1, [engine, engine]),
      now: 9,
    });
    expect(next.types).toEqual(['knock', 'think']);
  });

  it('is stopped by a pause, and starts again after it', () => {
    const thinking = shown(state(0, [engine, engine])).table;
    const paused = run(thinking, { type: 'pause' });
    expect(paused.types).toEqual(['stop']);
    expect(paused.table.engine.type).toBe('paused');
    // The answer to the stopped question comes too late.
    const late = run(paused.table, {
      type: 'thought',
      ask: askOf(thinking, 'engine'),
      state: state(1, [engine, engine]),
      now: 9,
    });
    expect(late.table.state?.current).toBe(0);
    expect(run(late.table, { type: 'unpause' }).types).toEqual(['think']);
  });

  it('is paused by a refusal, so that it is not asked in a loop', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const { table, types } = run(thinking, {
      type: 'thinkFailed',
      ask: askOf(thinking, 'engine'),
      error: 'engine is gone',
      refused: true,
    });
    expect(types).toEqual([]);
    expect(table).toMatchObject({ engine: { type: 'paused' }, error: 'engine is gone' });
  });

  it('tells its lines and scores while it thinks', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const ask = askOf(thinking, 'engine');
    const { table } = run(thinking, { type: 'lines', ask, lines: lines(1, 30) });
    expect(linesHere(table)?.lines[0]?.score.value).toBe(30);
    expect(table.scores.get(1)?.value).toBe(30);
    const other = run(thinking, { type: 'lines', ask: ask + 50, lines: lines(1, 99) }).table;
    expect(other.lines).toBeUndefined();
  });
});

describe('a premove', () => {
  const waiting = shown(state(1, [human, engine])).table;
  const answer = (table: Table, legal: string[]): Event => {
    const after = state(2, [human, engine]);
    return {
      type: 'thought',
      ask: askOf(table, 'engine'),
      state: { ...after, view: { ...after.view, legal } },
      now: 9,
    };
  };

  it('may be chosen while the engine thinks about its move', () => {
    expect(isPremovable(waiting)).toBe(true);
    expect(isPremovable(run(waiting, { type: 'pause' }).table)).toBe(false);
    expect(isPremovable(run(waiting, { type: 'analyse' }).table)).toBe(false);
    expect(isPremovable(shown(state(0, [human, engine])).table)).toBe(false);
    expect(isPremovable(shown(state(0, [engine, engine])).table)).toBe(false);
  });

  it('is played after the engine’s move if it is legal', () => {
    const chosen = run(waiting, { type: 'premove', text: 'a' }).table;
    const { table, effects } = run(chosen, (now) => answer(now, ['a']));
    expect(effects).toContainEqual({ type: 'play', text: 'a' });
    expect(table.premove).toBeUndefined();
  });

  it('is dropped if it is not legal, or taken back', () => {
    const chosen = run(waiting, { type: 'premove', text: 'a' }).table;
    const illegal = run(chosen, (now) => answer(now, ['b']));
    expect([illegal.types.includes('play'), illegal.table.premove]).toEqual([false, undefined]);
    const none = run(chosen, { type: 'premove', text: undefined }, (now) => answer(now, ['a']));
    expect(none.types).not.toContain('play');
  });

  it('does not survive a change to another game', () => {
    const chosen = run(waiting, { type: 'premove', text: 'a' }).table;
    const other = state(0, [human, human], { id: 2 });
    const { table, types } = run(chosen, { type: 'change' }, changed(other));
    expect([table.premove, types.includes('play')]).toEqual([undefined, false]);
  });
});

describe('an analysis', () => {
  const idle = shown(state(2, [human, human])).table;

  it('asks about the position that is shown', () => {
    const { table, effects } = run(idle, { type: 'analyse' });
    expect(effects).toEqual([{ type: 'analyse', ask: askOf(table, 'study'), id: 1, node: 2 }]);
  });

  it('begins anew with other settings and at every other position', () => {
    const analysing = run(idle, { type: 'analyse' }).table;
    expect(run(analysing, { type: 'analyse' }).types).toEqual(['stop', 'analyse']);
    const moved = run(analysing, { type: 'change' }, changed(state(3, [human, human])));
    expect(moved.types).toEqual(['knock', 'stop', 'analyse']);
    expect(moved.effects.at(-1)).toMatchObject({ node: 3 });
  });

  it('shows its own lines, and not those of an earlier question', () => {
    const analysing = run(idle, { type: 'analyse' }).table;
    const again = run(analysing, { type: 'analyse' }).table;
    const old = run(again, { type: 'lines', ask: askOf(analysing, 'study'), lines: lines(2) });
    expect(old.table.lines).toBeUndefined();
    const own = run(again, { type: 'lines', ask: askOf(again, 'study'), lines: lines(2) });
    expect(linesHere(own.table)).toBeDefined();
  });

  it('hides the lines of the playing engine, but keeps its scores', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const both = run(thinking, { type: 'analyse' }).table;
    const heard = run(both, { type: 'lines', ask: askOf(both, 'engine'), lines: lines(1, 5) });
    expect([heard.table.lines, heard.table.scores.get(1)?.value]).toEqual([undefined, 5]);
  });

  it('ends when it is stopped; its lines go with the position', () => {
    const analysing = run(idle, { type: 'analyse' }).table;
    const heard = run(analysing, {
      type: 'lines',
      ask: askOf(analysing, 'study'),
      lines: lines(2),
    }).table;
    const stopped = run(heard, { type: 'stopStudy' });
    expect(stopped.types).toEqual(['stop']);
    expect(linesHere(stopped.table)).toBeDefined();
    const back = run(
      stopped.table,
      { type: 'change' },
      changed(state(2, [human, human], { current: 1 })),
    );
    expect(back.table.lines).toBeUndefined();
    expect(back.types).toEqual([]);
  });
});

describe('a review', () => {
  const note: Note = {
    score: score(-80),
    loss: 20,
    mark: 'mistake',
    better: ['b'],
    better_names: [],
  };
  const reviewing = run(shown(state(2, [human, human])).table, { type: 'review' }).table;
  const ask = askOf(reviewing, 'study');

  it('takes the place of an analysis', () => {
    const analysing = run(shown(state(2, [human, human])).table, { type: 'analyse' }).table;
    const { table, types } = run(analysing, { type: 'review' });
    expect([table.study.type, types]).toEqual(['reviewing', ['stop', 'review']]);
  });

  it('writes its notes beside the moves, also when the reader goes elsewhere meanwhile', () => {
    const noted = run(reviewing, { type: 'noted', ask, node: 1, note }).table;
    expect(noted.state?.nodes.map((one) => one.note?.mark)).toEqual(['mistake', undefined]);
    const elsewhere = run(
      noted,
      { type: 'change' },
      changed(state(2, [human, human], { current: 1 })),
    ).table;
    expect(elsewhere.state?.nodes[0]?.note?.mark).toBe('mistake');
    expect(elsewhere.state?.current).toBe(1);
  });

  it('ends at the position that is shown', () => {
    const elsewhere = run(
      reviewing,
      { type: 'change' },
      changed(state(2, [human, human], { current: 1 })),
    ).table;
    const { table } = run(elsewhere, {
      type: 'studied',
      ask,
      state: state(2, [human, human]),
      error: '',
    });
    expect([table.study.type, table.state?.current]).toEqual(['off', 1]);
  });

  it('ends with its reason when it fails', () => {
    const { table } = run(reviewing, { type: 'studied', ask, state: undefined, error: 'busy' });
    expect([table.study.type, table.error]).toEqual(['off', 'busy']);
  });
});

describe('a lost connection', () => {
  it('lets no engine start until the game has been read again', () => {
    const thinking = shown(state(1, [human, engine])).table;
    const lost = run(thinking, { type: 'lost' });
    expect([lost.table.engine.type, lost.types]).toEqual(['ready', []]);
    expect(run(lost.table, { type: 'hold', held: false }).types).toEqual([]);
    const back = run(lost.table, { type: 'reconnected' });
    expect(back.effects).toEqual([{ type: 'reopen', id: 1 }]);
    const read = run(back.table, { type: 'change' }, changed(state(1, [human, engine])));
    expect(read.types).toEqual(['think']);
  });

  it('keeps an analysis, which goes on afterwards', () => {
    const analysing = run(shown(state(2, [human, human])).table, { type: 'analyse' }).table;
    const { types } = run(
      analysing,
      { type: 'lost' },
      { type: 'reconnected' },
      { type: 'change' },
      changed(state(2, [human, human])),
    );
    expect(types).toEqual(['reopen', 'stop', 'analyse']);
  });

  it('ends a change and a review', () => {
    const busy = run(
      shown(state(2, [human, human])).table,
      { type: 'review' },
      { type: 'change' },
      { type: 'lost' },
    ).table;
    expect([busy.change.type, busy.study.type]).toEqual(['idle', 'off']);
  });
});

describe('leaving', () => {
  it('stops everything that runs, and starts nothing', () => {
    const both = run(shown(state(1, [human, engine])).table, { type: 'analyse' }).table;
    const left = run(both, { type: 'leave' });
    expect(left.types).toEqual(['stop', 'stop']);
    expect(run(left.table, { type: 'hold', held: false }).types).toEqual(['think']);
  });
});

describe('a hint', () => {
  const line = lines(2).lines[0];

  it('belongs to one position', () => {
    const before = shown(state(2, [human, human])).table;
    expect(run(before, { type: 'hinted', node: 2, line }).table.hint).toBe(line);
    expect(run(before, { type: 'hinted', node: 1, line }).table.hint).toBeUndefined();
    const moved = run(
      before,
      { type: 'hinted', node: 2, line },
      { type: 'change' },
      changed(state(3, [human, human])),
    ).table;
    expect(moved.hint).toBeUndefined();
  });
});

describe('an error', () => {
  const failed = run(
    shown(state(1, [human, human])).table,
    { type: 'change' },
    { type: 'changeFailed', ask: 1, error: 'no such move' },
  ).table;

  it('ends with its game, and when it is forgiven', () => {
    expect(failed.error).toBe('no such move');
    const other = { ...state(0, [human, human]), id: 2 };
    expect(run(failed, { type: 'imported', state: other, now: 0 }).table.error).toBe('');
    expect(run(failed, { type: 'forgive' }).table.error).toBe('');
  });
});

describe('the score of a move', () => {
  it('stays a forced end, whatever a shallower search estimates', () => {
    const study = run(shown(state(2, [human, human])).table, { type: 'analyse' }).table;
    const ask = study.study.type === 'analysing' ? study.study.ask : 0;
    const heard = (score: Score): Event => ({
      type: 'lines',
      ask,
      lines: { ...lines(2), lines: [{ ...lines(2).lines[0]!, score }] },
    });
    const won = { ...score(3000), mate: 4 };
    const later = run(study, heard(score(10)), heard(won), heard(score(80))).table;
    expect(later.scores.get(2)).toEqual(won);
    expect(run(later, heard({ ...won, mate: 3 })).table.scores.get(2)?.mate).toBe(3);
  });
});
