// A short guided tour for each room: a few cards, each beside the thing that it speaks of.

import { settings } from './settings.svelte';

export interface Stop {
  /** A selector of the thing. */
  at: string;
  words: { en: string; zh: string };
}

/** Which tour belongs to an address: the lab's benches have one each. */
export function tourOfAddress(parts: string[]): string | undefined {
  return parts[0] === 'lab' && ['matches', 'experiments'].includes(parts[1] ?? '')
    ? parts[1]
    : parts[0];
}

export const tour = $state<{ room: string | undefined; step: number }>({
  room: undefined,
  step: 0,
});

export function startTour(room: string): void {
  tour.room = room;
  tour.step = 0;
}

/** Starts the tour of a room at its first visit. */
export function firstVisit(room: string): void {
  if (!settings.toured.includes(room)) startTour(room);
}

export function endTour(): void {
  if (tour.room && !settings.toured.includes(tour.room))
    settings.toured = [...settings.toured, tour.room];
  tour.room = undefined;
}
