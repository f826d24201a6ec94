import { cpuMs } from '../stopwatch';

const STEPS = 60_000_000;

/**
 * CPU milliseconds of a fixed loop: the current speed of this machine, which a busy neighbour or a hot processor
 * reduces.
 */
export function calibrate(): number {
  const from = cpuMs();
  let state = 1;
  // An integer generator, which cannot be optimized away and uses no memory.
  for (let step = 0; step < STEPS; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const ms = cpuMs() - from;
  if (state === 0.5) throw new Error('an integer is not a half');
  return ms;
}
