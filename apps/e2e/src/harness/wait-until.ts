const PAUSE_MS = 50;

/** Asks `probe` until it gives something other than undefined; throws with `what` when the time is over. */
export async function waitUntil<T>(
  what: string,
  withinMs: number,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
