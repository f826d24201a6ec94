import { findCronFault, isTimeZone, latestRun, nextRuns, shortestInterval } from './cron-times';

const iso = (times: Date[]) => times.map((time) => time.toISOString().slice(0, 16));

describe('cron times', () => {
  it.each<[string, string, string, string[]]>([
    ['0 6 * * 1-5', 'UTC', '2026-01-02T07:00Z', ['2026-01-05T06:00', '2026-01-06T06:00']],
    ['*/15 8 * * *', 'Asia/Kolkata', '2026-01-01T00:00Z', ['2026-01-01T02:30', '2026-01-01T02:45']],
    ['0 0 1 * *', 'America/Sao_Paulo', '2026-01-15T00:00Z', ['2026-02-01T03:00', '2026-03-01T03:00']],
    ['0 9 * * 1', 'America/New_York', '2026-03-01T00:00Z', ['2026-03-02T14:00', '2026-03-09T13:00']],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['30 12 * JAN sun', 'Pacific/Auckland', '2026-01-01T00:00Z', ['2026-01-03T23:30', '2026-01-10T23:30']],
  ])('are %s in %s', (cron, timezone, after, expected) => {
    expect(iso(nextRuns({ cron, timezone }, new Date(after), 2))).toEqual(expected);
  });

  it.each<[string, string, string, string, string[]]>([
    // Berlin: 02:00 to 03:00 does not exist on 29 March, and exists twice on 25 October.
    [
      'moves a missing time to the change',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T00:00Z',
      ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'runs a repeated time once',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T00:00Z',
      ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'runs listed repeated hours once',
      '30 1,2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-26T00:30'],
    ],
    [
      'runs every hour of a long day',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'runs every half hour of a short day',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:15Z',
      ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30'],
    ],
    [
      'moves a missing midnight',
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T12:00Z',
      ['2026-04-23T22:00', '2026-04-24T21:00', '2026-04-25T21:00'],
    ],
    [
      'follows a change of half an hour',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-02T16:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15'],
    ],
  ])('%s (%s in %s)', (_, cron, timezone, after, expected) => {
    expect(iso(nextRuns({ cron, timezone }, new Date(after), 3))).toEqual(expected);
  });

  it.each<[string, RegExp]>([
    ['* * * *', /^Must have five fields/],
    ['* * * * * *', /^Must have five fields/],
    ['@daily', /^Must have five fields/],
    ['? 0 * * *', /^Must have five fields/],
    ['61 * * * *', /^Must be a cron expression.*minute/],
    ['0 0 * FOO *', /^Must be a cron expression/],
    ['0 0 30 2 *', /^Never matches a date$/],
  ])('rejects %s', (cron, message) => {
    expect(findCronFault(cron)).toMatch(message);
  });

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['+02:00', false],
    ['', false],
  ])('knows whether %p is a time zone', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });

  it.each([
    ['0 6 * * *', 24 * 60],
    ['*/5 * * * *', 5],
    ['0,1 0 * * *', 1],
    ['59 23,0 * * *', 60],
  ])('finds the shortest interval of %s: %d minutes', (cron, minutes) => {
    expect(shortestInterval(cron, new Date('2026-01-01T00:00Z'))).toBe(minutes * 60_000);
  });

  it.each([
    ['2026-01-01T06:00Z', '2026-01-01T06:00Z', '2026-01-01T06:00'],
    ['2026-01-01T06:00Z', '2026-01-01T23:00Z', '2026-01-01T06:00'],
    ['2026-01-01T06:00Z', '2026-01-04T05:59Z', '2026-01-03T06:00'],
    // A schedule that was resumed at seven.
    ['2026-01-01T07:00Z', '2026-01-01T08:00Z', undefined],
  ])('finds the latest time from %s to %s', (first, now, expected) => {
    const latest = latestRun({ cron: '0 6 * * *', timezone: 'UTC' }, new Date(first), new Date(now));
    expect(latest?.toISOString().slice(0, 16)).toBe(expected);
  });
});
