import { setTimeout as delay } from 'node:timers/promises';

/** True when the work is done in time. It may go on. */
export async function isWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), delay(timeoutMs, false)]);
}
