/** One point of the charts. */
export interface ProgressSample {
  seconds: number;
  done: number;
  failed: number;
  queued: number;
}

/** Window of the rate. */
const RATE_SECONDS = 5;

/** Pages per second at each sample, over the seconds before it. */
export function ratesOf(samples: readonly ProgressSample[]): number[] {
  let first = 0;
  return samples.map((sample, index) => {
    while (first < index && sample.seconds - samples[first]!.seconds > RATE_SECONDS) first += 1;
    const before = samples[first]!;
    const seconds = sample.seconds - before.seconds;
    return seconds === 0 ? 0 : (sample.done + sample.failed - before.done - before.failed) / seconds;
  });
}
