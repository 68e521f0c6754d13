// The layer above the cells for other questions than a path: further ways, lines at any angle, flow,
// cones of sight, the robot, agents, and marked cells. Everything is drawn for one moment of the
// events, so that it can be stepped in both directions.

import { EventKind, type Picture } from '../../api';
import type { Grid } from './map';
import type { Overlay } from './overlay';
import { isOfAgents, markSign } from './question';
import type { Trace } from './trace';
import { cellSize, centreOf, visible } from './view';

/** Cones that are drawn at most: the last ones. */
const MOST_CONES = 400;
/** Cells this large, in CSS pixels, hold an arrow. */
const WITH_ARROWS = 9;

/** Rows down and columns right of the library's steps, in its order. */
const steps: readonly (readonly [number, number])[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];

/** The place of a point; whole numbers are centres of cells. */
function placeOf({ view }: Overlay, row: number, column: number): [number, number] {
  const size = cellSize(view);
  return [view.left + (column + 0.5) * size, view.top + (row + 0.5) * size];
}

/** A line through points. */
function stroke(overlay: Overlay, points: readonly [number, number][], width: number): void {
  const { context } = overlay;
  context.lineCap = context.lineJoin = 'round';
  context.lineWidth = width;
  context.beginPath();
  points.forEach((point, index) => {
    if (index) context.lineTo(...point);
    else context.moveTo(...point);
  });
  context.stroke();
}

/** A line with a rim, as paths are drawn. */
function rimmed(overlay: Overlay, points: readonly [number, number][], colour: string): void {
  const { context, view, frame, colours } = overlay;
  const size = cellSize(view);
  context.strokeStyle = colours.raised;
  stroke(overlay, points, Math.max(4 * frame.ratio, size * 0.3));
  context.strokeStyle = colour;
  stroke(overlay, points, Math.max(2.5 * frame.ratio, size * 0.17));
}

/** A disc with a sign. */
function disc(overlay: Overlay, place: [number, number], sign: string, colour: string): void {
  const { context, view, frame, colours, font } = overlay;
  const reach = Math.min(13 * frame.ratio, Math.max(7 * frame.ratio, cellSize(view) * 0.38));
  context.fillStyle = colour;
  context.strokeStyle = colours.raised;
  context.lineWidth = 1.5 * frame.ratio;
  context.beginPath();
  context.arc(...place, reach, 0, 7);
  context.fill();
  context.stroke();
  context.fillStyle = colours.raised;
  context.font = `700 ${Math.max(12 * frame.ratio, reach)}px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(sign, place[0], place[1] + frame.ratio * 0.5);
}

/** Marked cells; once a tour is found they have their places in it. */
export function drawMarks(
  overlay: Overlay,
  question: string,
  marks: readonly number[],
  order: readonly number[],
): void {
  marks.forEach((cell, index) => {
    if (cell >= overlay.frame.rows * overlay.frame.columns) return;
    const place = order.indexOf(index);
    const sign = markSign(question, place < 0 ? index : place);
    disc(overlay, centreOf(overlay.view, overlay.frame, cell), sign, overlay.colours.station);
  });
}

/** Open cells where the traveller does not fit. */
export function drawBlocked(overlay: Overlay, cells: readonly number[]): void {
  const { context, view, frame, colours } = overlay;
  const reach = cellSize(view) * 0.32;
  if (reach < 1) return;
  context.strokeStyle = colours.wall;
  context.lineWidth = Math.max(1, reach / 4);
  context.beginPath();
  for (const cell of cells) {
    const [x, y] = centreOf(view, frame, cell);
    context.moveTo(x - reach, y + reach);
    context.lineTo(x + reach, y - reach);
  }
  context.stroke();
}

/** The cones of sight so far; the last one strongest. */
export function drawCones(overlay: Overlay, trace: Trace): void {
  const { context, colours } = overlay;
  const cones = trace.happened(EventKind.Cone).slice(-MOST_CONES);
  cones.forEach((event, index) => {
    const numbers = trace.numbersOf(event);
    const [root, left, right] = [0, 2, 4].map((at) =>
      placeOf(overlay, numbers[at]!, numbers[at + 1]!),
    ) as [[number, number], [number, number], [number, number]];
    const isLast = index === cones.length - 1;
    context.globalAlpha = isLast ? 0.55 : 0.07;
    context.fillStyle = isLast ? colours.frontier : colours.expanded;
    context.strokeStyle = colours.ink;
    context.lineWidth = overlay.frame.ratio;
    context.beginPath();
    context.moveTo(...root);
    context.lineTo(...left);
    context.lineTo(...right);
    context.closePath();
    context.fill();
    if (isLast) context.stroke();
  });
  context.globalAlpha = 1;
}

/** Where the robot has been and where it is. */
export function drawRobot(overlay: Overlay, grid: Grid, trace: Trace): void {
  const { view, frame, colours } = overlay;
  const entered = trace.happened(EventKind.Move).map((event) => trace.cell[event]!);
  const trail = [grid.start, ...entered].map((cell) => centreOf(view, frame, cell));
  if (trail.length > 1) rimmed(overlay, trail, colours.path);
  disc(overlay, trail.at(-1)!, 'R', colours.ink);
}

/** The time of the plan that is shown; none while it is searched for. */
export function planTime(trace: Trace | undefined): number | undefined {
  const last = trace?.happened(EventKind.Step).at(-1);
  return last === undefined ? undefined : trace!.numbersOf(last)[0];
}

/** The agents at a time, with the ways that they have gone and have before them. */
export function drawAgents(overlay: Overlay, ways: readonly number[][], time: number): void {
  const { context, view, frame, colours } = overlay;
  const places = ways.map((way) => way.map((cell) => centreOf(view, frame, cell)));
  for (const way of places) {
    context.strokeStyle = colours.path;
    context.globalAlpha = 0.35;
    stroke(overlay, way, Math.max(1.5 * frame.ratio, cellSize(view) * 0.08));
    context.globalAlpha = 1;
    if (time > 0) rimmed(overlay, way.slice(0, time + 1), colours.path);
  }
  places.forEach((way, index) =>
    disc(overlay, way[Math.min(time, way.length - 1)]!, String(index + 1), colours.ink),
  );
}

/** The conflict that is being resolved, while a plan is searched for. */
export function drawConflict(overlay: Overlay, trace: Trace): void {
  const { context, view, frame, colours } = overlay;
  const last = trace.happened(EventKind.Conflict).at(-1);
  if (last === undefined) return;
  const [x, y] = centreOf(view, frame, trace.cell[last]!);
  const [, one = 0, other = 0] = trace.numbersOf(last);
  context.strokeStyle = colours.dead;
  context.lineWidth = 3 * frame.ratio;
  context.beginPath();
  context.arc(x, y, Math.max(8 * frame.ratio, cellSize(view) * 0.6), 0, 7);
  context.stroke();
  disc(overlay, [x, y], `${one + 1}·${other + 1}`, colours.dead);
}

/** The step of each cell in view. */
function drawFlow(overlay: Overlay, flow: readonly number[]): void {
  const { context, view, frame, colours } = overlay;
  const size = cellSize(view);
  if (size < WITH_ARROWS * frame.ratio) return;
  const span = visible(view, frame);
  context.strokeStyle = colours.ink;
  context.lineWidth = Math.max(frame.ratio, size * 0.06);
  context.lineCap = 'round';
  context.beginPath();
  for (let row = span.firstRow; row < span.lastRow; row++)
    for (let column = span.firstColumn; column < span.lastColumn; column++) {
      const step = steps[flow[row * frame.columns + column] ?? steps.length];
      if (!step) continue;
      const length = Math.hypot(...step);
      const [down, right] = [step[0] / length, step[1] / length];
      const [x, y] = placeOf(overlay, row, column);
      const reach = size * 0.28;
      const tip: [number, number] = [x + right * reach, y + down * reach];
      context.moveTo(x - right * reach, y - down * reach);
      context.lineTo(...tip);
      for (const side of [1, -1]) {
        context.moveTo(...tip);
        const [back, aside] = [size * 0.16, size * 0.12 * side];
        context.lineTo(tip[0] - right * back - down * aside, tip[1] - down * back + right * aside);
      }
    }
  context.stroke();
}

/** What an answer has besides a path, once it is found. */
export function drawAnswer(overlay: Overlay, question: string, picture: Picture): void {
  const { view, frame, colours } = overlay;
  if (picture.flow.length) drawFlow(overlay, picture.flow);
  if (picture.line.length)
    rimmed(
      overlay,
      picture.line.map(([row, column]) => placeOf(overlay, row, column)),
      colours.path,
    );
  if (isOfAgents(question)) return;
  for (const way of picture.ways)
    rimmed(
      overlay,
      way.map((cell) => centreOf(view, frame, cell)),
      colours.path,
    );
}
