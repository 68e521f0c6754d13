// Motion that explains: small loops, at rest where the reader asked for less motion.

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the reader asked for less motion. */
export const atRest = (): boolean => still.matches;

/** Calls `step` again and again while the calling component lives; not for readers who asked for
 * less motion, and not while the page is hidden. */
export function loop(milliseconds: number, step: () => void): void {
  $effect(() => {
    if (still.matches) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && step(), milliseconds);
    return () => clearInterval(timer);
  });
}
