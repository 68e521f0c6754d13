// The part of a map that is seen: zoom and place of the map inside a frame, in device pixels.

/** The canvas and the map that it shows. */
export interface Frame {
  width: number;
  height: number;
  rows: number;
  columns: number;
  /** Device pixels of a CSS pixel. */
  ratio: number;
}

export interface View {
  /** Pixels of a cell as wanted; `cellSize` is what is drawn. */
  zoom: number;
  /** Where the map's corner is in the frame. */
  left: number;
  top: number;
}

/** From this many pixels on cells have lines between them and whole pixels. */
export const WITH_LINES = 8;
/** A cell of a small map is no larger, in CSS pixels, unless it is zoomed. */
const LARGEST_FITTED = 64;
const LARGEST = 128;
/** Room round the map, in CSS pixels, for start and goal at its edge. */
const MARGIN = 10;

/** Pixels of a cell as drawn. */
export const cellSize = ({ zoom }: View): number => (zoom >= WITH_LINES ? Math.round(zoom) : zoom);

/** The zoom at which the whole map is in view. */
export function fittingZoom({ width, height, rows, columns, ratio }: Frame): number {
  const room = (length: number) => Math.max(1, length - 2 * MARGIN * ratio);
  const zoom = Math.min(room(width) / columns, room(height) / rows, LARGEST_FITTED * ratio);
  return zoom >= WITH_LINES ? Math.floor(zoom) : Math.max(zoom, 1e-3);
}

/** The whole map in the middle of the frame. */
export const fitted = (frame: Frame): View =>
  clamped({ zoom: fittingZoom(frame), left: 0, top: 0 }, frame);

/** A view without empty space beside a map that is larger than the frame. */
export function clamped(view: View, frame: Frame): View {
  const zoom = Math.max(fittingZoom(frame), Math.min(LARGEST * frame.ratio, view.zoom));
  const size = cellSize({ ...view, zoom });
  const margin = MARGIN * frame.ratio;
  const place = (wanted: number, room: number, length: number) =>
    Math.round(
      length <= room
        ? (room - length) / 2
        : Math.max(room - length - margin, Math.min(margin, wanted)),
    );
  return {
    zoom,
    left: place(view.left, frame.width, size * frame.columns),
    top: place(view.top, frame.height, size * frame.rows),
  };
}

/** Zoomed by a factor; the point of the map at (x, y) stays there. */
export function zoomed(view: View, frame: Frame, factor: number, x: number, y: number): View {
  const before = cellSize(view);
  const { zoom } = clamped({ ...view, zoom: view.zoom * factor }, frame);
  const by = cellSize({ ...view, zoom }) / before;
  return clamped({ zoom, left: x - (x - view.left) * by, top: y - (y - view.top) * by }, frame);
}

export const panned = (view: View, frame: Frame, right: number, down: number): View =>
  clamped({ ...view, left: view.left + right, top: view.top + down }, frame);

/** Whether the whole map is in view. */
export const isWhole = (view: View, frame: Frame): boolean =>
  cellSize(view) * frame.columns <= frame.width + 1 &&
  cellSize(view) * frame.rows <= frame.height + 1;

/** The cell at a point of the frame. */
export function cellAt(view: View, frame: Frame, x: number, y: number): number | undefined {
  const size = cellSize(view);
  const [row, column] = [Math.floor((y - view.top) / size), Math.floor((x - view.left) / size)];
  const inside = row >= 0 && column >= 0 && row < frame.rows && column < frame.columns;
  return inside ? row * frame.columns + column : undefined;
}

/** The middle of a cell. */
export function centreOf(view: View, frame: Frame, cell: number): [x: number, y: number] {
  const size = cellSize(view);
  return [
    view.left + ((cell % frame.columns) + 0.5) * size,
    view.top + (Math.floor(cell / frame.columns) + 0.5) * size,
  ];
}

/** The rows and columns that are at least partly in view; the ends are not among them. */
export interface Span {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export function visible(view: View, frame: Frame): Span {
  const size = cellSize(view);
  const first = (place: number) => Math.max(0, Math.floor(-place / size));
  const last = (place: number, room: number, count: number) =>
    Math.min(count, Math.ceil((room - place) / size));
  return {
    firstRow: first(view.top),
    lastRow: last(view.top, frame.height, frame.rows),
    firstColumn: first(view.left),
    lastColumn: last(view.left, frame.width, frame.columns),
  };
}

/** The view moved as little as needed for a cell to be in it. */
export function showing(view: View, frame: Frame, cell: number): View {
  const [x, y] = centreOf(view, frame, cell);
  const margin = cellSize(view) * 1.5;
  const shift = (at: number, room: number) =>
    at < margin ? margin - at : at > room - margin ? room - margin - at : 0;
  return panned(view, frame, shift(x, frame.width), shift(y, frame.height));
}

/** The view with a place of the map, given in parts of its width and height, in the middle. */
export function centredOn(view: View, frame: Frame, right: number, down: number): View {
  const size = cellSize(view);
  return clamped(
    {
      ...view,
      left: frame.width / 2 - right * frame.columns * size,
      top: frame.height / 2 - down * frame.rows * size,
    },
    frame,
  );
}
