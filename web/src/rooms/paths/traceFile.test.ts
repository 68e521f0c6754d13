import { describe, expect, it } from 'vitest';
import { EventKind } from '../../api';
import { InputError } from '../../lib/text';
import { WALL } from './map';
import { looksLikeTrace, readTrace } from './traceFile';

const posthoc = {
  version: '1.4.0',
  events: [
    { type: 'source', id: 1, x: 0, y: 0 },
    { type: 'destination', id: 9, x: 2, y: 1 },
    { type: 'expanding', id: 1, x: 0, y: 0, pId: null, g: 0, f: 3 },
    { type: 'generating', id: 2, x: 1, y: 0, pId: 1, g: 1, h: 2 },
    { type: 'expanding', id: 2, pId: 1, g: 1, h: 2 },
    { type: 'generating', id: 9, x: 2, y: 1, pId: 2, g: 2.5 },
    { type: 'unknown', id: 3, x: 1, y: 1 },
    { type: 'end', id: 9, x: 2, y: 1, pId: 2, g: 2.5 },
  ],
};

const reasonOf = async (text: string) => {
  const error = await readTrace(text).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).words;
};

describe('looksLikeTrace', () => {
  it('tells JSON and YAML traces from maps', () => {
    expect(looksLikeTrace(' {"version":"1"}')).toBe(true);
    expect(looksLikeTrace('version: 1.4.0\nevents:\n')).toBe(true);
    expect(looksLikeTrace('S..#\n.#.G\n')).toBe(false);
    expect(looksLikeTrace('3 3 5\n1 0 0\n')).toBe(false);
  });
});

describe('readTrace', () => {
  it('reads a trace of Posthoc and finds start, goal, path and cost', async () => {
    const { grid, events, result } = await readTrace(JSON.stringify(posthoc));
    expect([grid.rows, grid.columns, grid.start, grid.goal]).toEqual([2, 3, 0, 5]);
    expect(events.kind).toEqual([
      EventKind.Expand,
      EventKind.Generate,
      EventKind.Expand,
      EventKind.Generate,
      EventKind.Found,
    ]);
    // An event without x and y stands where its id stood before.
    expect(events.cell).toEqual([0, 1, 1, 5, 5]);
    expect(events.parent).toEqual([-1, 0, 0, 1, 1]);
    // h is f − g where only f is given, −1 where neither is.
    expect(events.h).toEqual([3, 2, 2, -1, -1]);
    expect(result).toMatchObject({ outcome: 'found', path: [0, 1, 5], cost: 2.5 });
    expect(result).toMatchObject({ expanded: 2, generated: 2, reopened: 0 });
  });

  it('reads the same from YAML', async () => {
    const yaml =
      'version: 1.4.0\nevents:\n' +
      posthoc.events.map((event) => `  - ${JSON.stringify(event)}\n`).join('');
    expect(await readTrace(yaml)).toEqual(await readTrace(JSON.stringify(posthoc)));
  });

  it('reads our own trace: a header with the map, then a line for each event', async () => {
    const text = [
      { rows: 2, columns: 3, map: ['..#', '5..'], start: [0, 0], goal: [1, 2], tank: 4 },
      { type: 'bound', f: 3 },
      { type: 'expand', id: 0, x: 0, y: 0, g: 0, h: 3 },
      { type: 'end', outcome: 'impossible', cost: null, path: [] },
    ].map((line) => JSON.stringify(line));
    const header = JSON.parse(text[0]!) as Record<string, unknown>;
    text[0] = JSON.stringify({ ...header, stations: [[1, 1, 4]], algorithm: 'ida' });
    const { grid, events, result } = await readTrace(text.join('\n'));
    expect([...grid.cells]).toEqual([1, 1, WALL, 5, 1, 1]);
    expect([...grid.stations]).toEqual([[4, 4]]);
    expect([grid.start, grid.goal, grid.tank]).toEqual([0, 5, 4]);
    expect(events).toMatchObject({
      kind: [EventKind.NewBound, EventKind.Expand],
      cell: [-1, 0],
      g: [3, 0],
    });
    expect(result).toMatchObject({ outcome: 'impossible', path: [] });
    expect(result.explanation[0]?.en).toBe('From a file: ida.');
  });

  it('has no path where the parents go round in a circle', async () => {
    const events = [
      { type: 'expand', id: 1, x: 0, y: 0, pId: null },
      { type: 'expand', id: 2, x: 1, y: 0, pId: 1 },
      { type: 'expand', id: 3, x: 2, y: 0, pId: 2 },
      { type: 'expand', id: 2, x: 1, y: 0, pId: 3 },
    ];
    const { result } = await readTrace(
      JSON.stringify({ start: [1, 0], goal: [0, 2], rows: 2, columns: 3, events }),
    );
    // It does not tell how the search ended.
    expect(result).toMatchObject({ outcome: 'stopped', path: [] });
  });

  it.each([
    ['{"version":"1"}\n{oops\n', 'Line 2', '第 2 行'],
    ['version: 1\n', 'no list of events', 'events'],
    ['{"events":[{"type":"expand","id":1}]}', 'has a place', '坐标'],
    ['{"events":[{"type":"expand","x":-1,"y":0}]}', 'negative', '负坐标'],
    ['{"events":[{"type":"expand","x":2000,"y":2000}]}', 'too many', '过大'],
    ['{"rows":2,"columns":2,"events":[{"type":"expand","x":5,"y":0}]}', 'do not hold', '装不下'],
    ['{"events":[{"type":"noise","x":1,"y":0}]}', 'no event', '没有页面认识的事件'],
    ['{"events":[null,3]}', 'has a place', '坐标'],
  ])('refuses %j', async (text, en, zh) => {
    const reason = await reasonOf(text);
    expect(reason.en).toContain(en);
    expect(reason.zh).toContain(zh);
  });
});
