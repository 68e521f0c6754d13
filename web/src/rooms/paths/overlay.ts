// The layer above the cells: path, ends, purchases, stops and cursor.

import type { RunResult } from '../../api';
import type { Palette } from './colours';
import { WITH_COSTS, type Painter } from './paint';
import { cellSize, centreOf, visible, type Frame, type View } from './view';

export interface Overlay {
  context: CanvasRenderingContext2D;
  view: View;
  frame: Frame;
  colours: Palette;
  font: string;
}

/** A line through cells, dashed while the search is still looking. */
function drawWay(
  { context, view, frame }: Overlay,
  cells: readonly number[],
  colour: string,
  width: number,
  dash: number[] = [],
): void {
  context.lineCap = context.lineJoin = 'round';
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash);
  context.beginPath();
  cells.forEach((cell, index) => {
    const place = centreOf(view, frame, cell);
    if (index) context.lineTo(...place);
    else context.moveTo(...place);
  });
  context.stroke();
  context.setLineDash([]);
}

/** The numbers of cells in view again, above a line that hides them. */
function drawLabels(
  { context, view, frame }: Overlay,
  cells: readonly number[],
  painter: Painter,
): void {
  if (cellSize(view) < WITH_COSTS * frame.ratio) return;
  const span = visible(view, frame);
  for (const cell of new Set(cells)) {
    const [row, column] = [Math.floor(cell / frame.columns), cell % frame.columns];
    const inView =
      row >= span.firstRow &&
      row < span.lastRow &&
      column >= span.firstColumn &&
      column < span.lastColumn;
    if (inView) painter.labels(context, cell);
  }
}

/** The way that leads to where the search just looked. */
export function drawBranch(overlay: Overlay, cells: readonly number[], painter: Painter): void {
  const size = cellSize(overlay.view);
  if (size < 4) return;
  const dash = [size * 0.3, size * 0.25];
  drawWay(overlay, cells, overlay.colours.ink, Math.max(1.5, size * 0.09), dash);
  drawLabels(overlay, cells, painter);
}

/** The path up to a part of its length. */
export function drawPath(
  overlay: Overlay,
  path: readonly number[],
  part: number,
  painter: Painter,
): void {
  const { view, frame, colours } = overlay;
  const size = cellSize(view);
  const shown = path.slice(0, Math.max(2, Math.ceil(path.length * part)));
  drawWay(overlay, shown, colours.raised, Math.max(4 * frame.ratio, size * 0.3));
  drawWay(overlay, shown, colours.path, Math.max(2.5 * frame.ratio, size * 0.17));
  drawLabels(overlay, shown, painter);
}

/** The units that a path buys or refills at its cells. */
export function refillsOf({ path, supply }: RunResult): { cell: number; units: number }[] {
  if (supply.length !== path.length) return [];
  return path.flatMap((cell, index) => {
    const units = index ? (supply[index] ?? 0) - (supply[index - 1] ?? 0) + 1 : 0;
    return units > 0 ? [{ cell, units }] : [];
  });
}

/** A tag such as `+5` above a station on the path. */
export function drawRefill(overlay: Overlay, cell: number, units: number): void {
  const { context, view, frame, colours, font } = overlay;
  const [x, y] = centreOf(view, frame, cell);
  const size = cellSize(view);
  if (size < 10 * frame.ratio) return;
  const text = `+${units}`;
  context.font = `600 ${12 * frame.ratio}px ${font}`;
  const width = context.measureText(text).width + 8 * frame.ratio;
  const height = 16 * frame.ratio;
  const top = Math.max(0, y - size / 2 - height);
  context.fillStyle = colours.station;
  context.strokeStyle = colours.raised;
  context.lineWidth = frame.ratio;
  context.beginPath();
  context.roundRect(x - width / 2, top, width, height, 4 * frame.ratio);
  context.fill();
  context.stroke();
  context.fillStyle = colours.raised;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, top + height / 2 + frame.ratio * 0.5);
}

/** S or G in a disc that can be taken even where cells are tiny. */
export function drawEnd(overlay: Overlay, cell: number, letter: string, colour: string): void {
  const { context, view, frame, colours, font } = overlay;
  const [x, y] = centreOf(view, frame, cell);
  const reach = Math.min(15 * frame.ratio, Math.max(8 * frame.ratio, cellSize(view) * 0.42));
  context.fillStyle = colour;
  context.strokeStyle = colours.raised;
  context.lineWidth = 1.5 * frame.ratio;
  context.beginPath();
  context.arc(x, y, reach, 0, 7);
  context.fill();
  context.stroke();
  context.fillStyle = colours.raised;
  context.font = `700 ${Math.max(12 * frame.ratio, reach * 1.1)}px ${font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letter, x, y + frame.ratio * 0.5);
}

/** A ring round a cell at which playing stops. */
export function drawStop({ context, view, frame, colours }: Overlay, cell: number): void {
  const [x, y] = centreOf(view, frame, cell);
  const reach = Math.max(5 * frame.ratio, cellSize(view) * 0.5);
  context.strokeStyle = colours.stop;
  context.lineWidth = 2.5 * frame.ratio;
  context.beginPath();
  for (let corner = 0; corner <= 8; corner++) {
    const angle = ((corner + 0.5) * Math.PI) / 4;
    context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  context.closePath();
  context.stroke();
}

/** A frame round the cell of the keyboard's cursor, or the one that is looked at. */
export function drawCursor({ context, view, frame, colours }: Overlay, cell: number): void {
  const [x, y] = centreOf(view, frame, cell);
  const size = Math.max(8 * frame.ratio, cellSize(view));
  context.strokeStyle = colours.focus;
  context.lineWidth = 2 * frame.ratio;
  context.strokeRect(x - size / 2 + 1, y - size / 2 + 1, size - 3, size - 3);
}
