import { cpuMs } from '../stopwatch';

const STEPS = 60_000_000;

/**
 * CPU milliseconds of a loop that always does the same: how fast this machine is at this moment. A neighbour on the
 * same processor, or a warm one that slows down, makes everybody's figures worse by the same factor.
 */
export function calibrate(): number {
  const from = cpuMs();
  let state = 1;
  // A generator of which no step can be left out, on integers, so that nothing but the processor decides.
  for (let step = 0; step < STEPS; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const ms = cpuMs() - from;
  if (state === 0.5) throw new Error('an integer is not a half');
  return ms;
}
