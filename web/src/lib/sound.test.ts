/** Sounds: none before the first tap, none when switched off, and one when time runs low. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const pitches: number[] = [];

class Audio {
  state = 'running';
  currentTime = 0;
  destination = {};
  resume = () => Promise.resolve();

  createOscillator() {
    const frequency = {
      set value(pitch: number) {
        pitches.push(pitch);
      },
    };
    return { type: '', frequency, connect: (to: unknown) => to, start() {}, stop() {} };
  }

  createGain() {
    const gain = {
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      exponentialRampToValueAtTime() {},
    };
    return { gain, connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  pitches.length = 0;
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal('AudioContext', Audio);
});

afterEach(() => vi.unstubAllGlobals());

test('when time runs low two notes sound', async () => {
  const { play, unlockSound } = await import('./sound');
  unlockSound();
  play('ten');
  expect(pitches).toEqual([880, 880]);
});

test('nothing sounds before the first tap, or when switched off', async () => {
  const { play, switchSound, unlockSound } = await import('./sound');
  play('ten');
  unlockSound();
  switchSound(false);
  play('ten');
  expect(pitches).toEqual([]);
});

test('the switch is remembered', async () => {
  const first = await import('./sound');
  first.switchSound(false);
  vi.resetModules();
  const { soundIsOn } = await import('./sound');
  expect(soundIsOn()).toBe(false);
});
