import { Cron } from 'croner';

/** Five fields of numbers, names, lists, ranges and steps. */
const FIVE_FIELDS = /^[0-9A-Za-z*,/#-]{1,100}(?: [0-9A-Za-z*,/#-]{1,100}){4}$/;
/** Enough to find the shortest interval of a pattern. */
const CHECKED_RUNS = 200;

const NEVER = 'Never matches a date';
export const UNKNOWN_ZONE = 'Must be an IANA time zone, such as "Europe/Berlin"';

export interface CronTimes {
  cron: string;
  /** IANA name. */
  timezone: string;
}

/** The reason why a cron expression is invalid, or undefined. */
export function findCronFault(cron: string): string | undefined {
  if (!FIVE_FIELDS.test(cron)) {
    return 'Must have five fields (minute, hour, day of month, month, day of week), such as "0 6 * * 1-5"';
  }
  try {
    return open({ cron, timezone: 'UTC' }).nextRun() === null ? NEVER : undefined;
  } catch (error) {
    return `Must be a cron expression, such as "0 6 * * 1-5". ${(error as Error).message.replace(/^CronPattern: /, '')}`;
  }
}

export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are accepted by Intl, but have no daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Milliseconds between the closest two of the next runs. In UTC, because a change of the clock shortens one interval. */
export function shortestInterval(cron: string, from: Date): number {
  const runs = open({ cron, timezone: 'UTC' }).nextRuns(CHECKED_RUNS, from);
  return Math.min(...runs.slice(1).map((run, index) => run.getTime() - runs[index]!.getTime()));
}

/**
 * The next times after `after`. A local time that does not exist, because clocks are set forward, is replaced by the
 * moment of the change. Of a time that exists twice, fixed hours mean the first; with a wildcard, both count.
 */
export function nextRuns(times: CronTimes, after: Date, count: number): Date[] {
  return open(times).nextRuns(count, after);
}

/** Null: never again. */
export const nextRun = (times: CronTimes, after: Date): Date | null => nextRuns(times, after, 1)[0] ?? null;

/** Why there is no next time after `after`, and the field that causes it, or undefined. */
export function findPlanFault(times: CronTimes, after: Date): { field: keyof CronTimes; message: string } | undefined {
  if (!isTimeZone(times.timezone)) return { field: 'timezone', message: UNKNOWN_ZONE };
  const message = findCronFault(times.cron) ?? (nextRun(times, after) === null ? NEVER : undefined);
  return message === undefined ? undefined : { field: 'cron', message };
}

/** The last time from `first` to `now`, both included. Undefined: there is none. */
export function latestRun(times: CronTimes, first: Date, now: Date): Date | undefined {
  // Exclusive of its argument.
  const [latest] = open(times).previousRuns(1, new Date(now.getTime() + 1));
  return latest === undefined || latest < first ? undefined : latest;
}

const open = ({ cron, timezone }: CronTimes) =>
  new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true });
