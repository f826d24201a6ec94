import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 10;

/**
 * Repeats `ask` until it answers anything but false, null and undefined, and returns that.
 * @throws with `what` when no answer comes in time
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | Promise<T>,
  withinMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = Date.now() + withinMs; ; ) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > end) throw new Error(`never came: ${typeof what === 'string' ? what : what()}`);
    await sleep(PAUSE_MS);
  }
}

function isThere<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined;
}
