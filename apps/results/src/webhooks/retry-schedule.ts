/** At most this share is added, so that what failed together is not tried again together. */
const JITTER = 0.2;

/**
 * When to try again after the attempt of this number (from 1) failed, in milliseconds from then; undefined: give up.
 * `random` is from 0 to 1.
 */
export function webhookRetryDelayMs(schedule: readonly number[], attempt: number, random: number): number | undefined {
  const delay = schedule[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random));
}
