// The scene that a skin draws: the position and everything that is marked on it.

import type { View } from '../../../api';
import type { Geometry } from '../geometry';
import type { Target } from '../press';

export interface Scene {
  view: View;
  geometry: Geometry;
  flipped: boolean;
  x: (point: number) => number;
  y: (point: number) => number;
  /** Points of the last move. */
  last: number[];
  /** Points of the move that is played after the engine's. */
  premove: number[];
  chosen: number | undefined;
  targets: Target[];
  /** The piece that follows the pointer, and where it is. */
  lifted: { point: number; x: number; y: number } | undefined;
  /** A legal point under the mouse, or one that waits for a second tap. */
  hover: number | undefined;
  /** Points in the order of play, for numbers on stones. */
  order: number[];
  /** Whether files and ranks are labelled. */
  labelled: boolean;
  /** The smallest size of text that can be read. */
  least: number;
}

/** Whether pieces may move on the screen. */
export const isMotionWanted = (): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches;
