// A piece put down on wood: a short knock, made on the spot.

import { settings } from '../../lib/settings.svelte';

let audio: AudioContext | undefined;

export function knock(check: boolean): void {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.25, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    gain.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(check ? 420 : 210, now);
    tone.frequency.exponentialRampToValueAtTime(check ? 250 : 90, now + 0.1);
    tone.connect(gain);
    tone.start(now);
    tone.stop(now + 0.13);
  } catch {
    // No sound device: the page is silent.
  }
}
