/** A short tone for the board. Browsers play none before a tap has allowed it. */

let context = null;

/** Returns whether the tone is on. */
export const hasSound = () => context?.state === 'running';

/** Turns the tone on or off, and plays it once it is on. Returns whether it is on. */
export async function toggleSound() {
  if (hasSound()) await context.suspend();
  else if (globalThis.AudioContext) {
    context ??= new AudioContext();
    await context.resume();
    playTone();
  }
  return hasSound();
}

/** Plays two notes, the second one higher; or lower, as a warning. */
export function playTone({ isWarning = false } = {}) {
  if (!hasSound()) return;
  const notes = isWarning ? [660, 440] : [660, 880];
  for (const [at, pitch] of notes.entries()) {
    const [start, end] = [context.currentTime + at * 0.2, context.currentTime + at * 0.2 + 0.18];
    const [note, volume] = [context.createOscillator(), context.createGain()];
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.3, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end); // without a click
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(end);
  }
}
