import { Cron } from 'croner';

const SHOWN_RUNS = 5;

export type CronPreview = { times: string[] } | { fault: string };

/** The next runs in the time zone of the schedule, such as `Mon, Jan 5, 2026, 06:00 GMT+1`. */
export function previewCron(cron: string, timezone: string, after = new Date()): CronPreview {
  try {
    // The options of the service.
    const pattern = new Cron(cron.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true });
    const runs = pattern.nextRuns(SHOWN_RUNS, after);
    if (runs.length === 0) return { fault: 'Never matches a date' };
    const format = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
    return { times: runs.map((run) => format.format(run)) };
  } catch {
    return { fault: 'Enter five fields, such as 0 6 * * 1-5, and an IANA time zone, such as Europe/Berlin' };
  }
}
