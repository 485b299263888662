/** The few sounds, made on the spot; silent until the first tap and when switched off. */

import { recall, remember } from './memory';

/** Notes as frequency in Hz and start in seconds. */
const TUNES = {
  bid: [[520, 0]],
  outbid: [
    [440, 0],
    [330, 0.09],
  ],
  laid: [
    [392, 0],
    [523, 0.08],
    [659, 0.16],
  ],
  drawn: [[740, 0]],
  yours: [
    [587, 0],
    [784, 0.1],
  ],
  refused: [[180, 0]],
  ten: [
    [880, 0],
    [880, 0.16],
  ],
  over: [
    [392, 0],
    [494, 0.12],
    [587, 0.24],
    [784, 0.36],
  ],
} as const;

export type Tune = keyof typeof TUNES;

const NOTE_S = 0.14;
const LOUDNESS = 0.08;

let context: AudioContext | null = null;
let on = recall('sound', true);

export const soundIsOn = () => on;

export function switchSound(value: boolean): void {
  on = value;
  remember('sound', value);
}

/** Browsers let a page sound only after a tap; call this once from one. */
export function unlockSound(): void {
  if (context === null && 'AudioContext' in globalThis) context = new AudioContext();
  void context?.resume();
}

export function play(tune: Tune): void {
  if (!on || context === null || context.state !== 'running') return;
  for (const [pitch, start] of TUNES[tune]) note(context, pitch, context.currentTime + start);
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + NOTE_S);
}

/** A short buzz, where the device has one and sounds are on. */
export function buzz(): void {
  if (on && 'vibrate' in navigator) navigator.vibrate([60, 60, 60]);
}
