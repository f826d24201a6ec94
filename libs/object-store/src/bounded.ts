/** Runs `task`s, so many at once; others wait for their turn, in order. */
export function bounded(concurrency: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < concurrency) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await task();
    } finally {
      // The slot goes on to the next.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
