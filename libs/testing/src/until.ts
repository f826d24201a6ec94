import { setTimeout as sleep } from 'node:timers/promises';

/** First and longest pause between attempts. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;

/**
 * Repeats `ask` until it returns anything but false, null and undefined, and returns that.
 * @throws with `what` when time runs out
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | Promise<T>,
  withinMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    await sleep(pauseMs);
  }
}

function isThere<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined;
}
