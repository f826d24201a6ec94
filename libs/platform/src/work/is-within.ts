import { setTimeout as delay } from 'node:timers/promises';

/** Whether the work settles in time. It is not interrupted. */
export async function isWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), delay(timeoutMs, false)]);
}
