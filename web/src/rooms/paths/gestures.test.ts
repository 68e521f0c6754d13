import { describe, expect, it } from 'vitest';
import { Gestures, type Point, type Surface } from './gestures';
import { cellSize, fitted, isWhole, type View } from './view';

const frame = { width: 420, height: 420, rows: 20, columns: 20, ratio: 1 };

function surface(draws = true): Surface & { log: string[]; view: View } {
  const log: string[] = [];
  return {
    log,
    frame,
    view: fitted(frame),
    start: 0,
    goal: 399,
    draws,
    beginStroke: (cell) => log.push(`begin ${cell}`),
    strokeTo: (from, to) => log.push(`${from} to ${to}`),
    moveEnd: (end, cell) => log.push(`${end} ${cell}`),
    finish: (what) => log.push(`finish ${what}`),
    choose: (cell) => log.push(`choose ${cell}`),
  };
}

const at = (x: number, y: number, more: Partial<Point> = {}): Point => ({
  id: 1,
  x,
  y,
  touch: false,
  main: true,
  ...more,
});

describe('one pointer', () => {
  it('draws from cell to cell with the mouse, at once', () => {
    const map = surface();
    const gestures = new Gestures(map);
    gestures.down(at(110, 110));
    expect(map.log).toEqual(['begin 105']);
    gestures.move(at(115, 115));
    gestures.move(at(150, 110));
    gestures.up(1);
    expect(map.log).toEqual(['begin 105', '105 to 107', 'finish stroke']);
    expect(gestures.busy).toBe(false);
  });

  it('draws with a finger after it moved, or on a tap', () => {
    const map = surface();
    const gestures = new Gestures(map);
    gestures.down(at(110, 110, { touch: true }));
    expect(map.log).toEqual([]);
    gestures.move(at(135, 110, { touch: true }));
    gestures.up(1);
    gestures.down(at(210, 210, { touch: true }));
    gestures.up(1);
    expect(map.log).toEqual([
      'begin 105',
      '105 to 106',
      'finish stroke',
      'begin 210',
      'finish stroke',
    ]);
  });

  it('takes the ends', () => {
    const map = surface();
    const gestures = new Gestures(map);
    gestures.down(at(12, 8));
    gestures.move(at(50, 10));
    gestures.up(1);
    gestures.down(at(390, 390));
    gestures.move(at(390, 350));
    gestures.up(1);
    expect(map.log).toEqual(['start 2', 'finish start', 'goal 359', 'finish goal']);
  });

  it('moves the map or chooses a cell where it does not draw', () => {
    const map = surface(false);
    map.view = { zoom: 40, left: -100, top: -100 };
    const gestures = new Gestures(map);
    gestures.down(at(200, 200));
    gestures.move(at(150, 180));
    gestures.up(1);
    expect([map.view.left, map.view.top, map.log.length]).toEqual([-150, -120, 0]);
    gestures.down(at(200, 200));
    gestures.up(1);
    expect(map.log).toEqual(['choose 168']);
  });

  it('moves the map with another button, whatever the tool', () => {
    const map = surface();
    map.view = { zoom: 40, left: -100, top: -100 };
    const gestures = new Gestures(map);
    gestures.down(at(200, 200, { main: false }));
    gestures.move(at(190, 200, { main: false }));
    gestures.up(1);
    expect([map.view.left, map.log.length]).toEqual([-110, 0]);
  });
});

describe('two fingers', () => {
  it('zoom and move the map, and draw nothing', () => {
    const map = surface();
    const gestures = new Gestures(map);
    gestures.down(at(180, 200, { touch: true }));
    gestures.down(at(220, 200, { id: 2, touch: true }));
    gestures.move(at(140, 200, { touch: true }));
    gestures.move(at(260, 200, { id: 2, touch: true }));
    expect(cellSize(map.view)).toBe(60);
    expect(isWhole(map.view, frame)).toBe(false);
    gestures.up(1);
    gestures.move(at(100, 100, { id: 2, touch: true }));
    gestures.up(2);
    expect(map.log).toEqual([]);
    expect(gestures.busy).toBe(false);
  });

  it('end a stroke that had begun', () => {
    const map = surface();
    const gestures = new Gestures(map);
    gestures.down(at(110, 110, { touch: true }));
    gestures.move(at(135, 110, { touch: true }));
    gestures.down(at(220, 200, { id: 2, touch: true }));
    expect(map.log.at(-1)).toBe('finish stroke');
  });
});
