import type { DuePage } from '@orbweaver/persistence';
import { chooseLeases, type JobTurn } from './choose-leases';

const turn = (jobId: string, teamId: string, rest: Partial<JobTurn> = {}): JobTurn => ({
  jobId,
  teamId,
  room: 100,
  teamRoom: null,
  delayed: false,
  ...rest,
});

/** `count` pages of one job on one host. */
const due = (jobId: string, count: number, host = `${jobId}.test`, hostLeased = 0): DuePage[] =>
  Array.from({ length: count }, (_, n) => ({
    jobId,
    host,
    hostLeased,
    pageId: `${jobId}${n}@${host}`,
    dueAtMs: 0,
    ordinal: n,
  }));

const jobsOf = (chosen: { jobId: string }[]) => chosen.map(({ jobId }) => jobId).join('');

describe('chooseLeases', () => {
  it.each<[string, JobTurn[], DuePage[], { free?: number; maxPerHost?: number }, string]>([
    ['a single job gets all free leases', [turn('a', 'x')], due('a', 9), { free: 4 }, 'aaaa'],
    [
      'teams alternate regardless of their queues',
      [turn('a', 'x'), turn('b', 'y')],
      [...due('a', 9), ...due('b', 2)],
      { free: 6 },
      'ababaa',
    ],
    [
      'a team with many jobs gets as much as one with a single job',
      [turn('a', 'x'), turn('d', 'y'), turn('b', 'x'), turn('c', 'x')],
      ['a', 'b', 'c', 'd'].flatMap((job) => due(job, 9)),
      { free: 6 },
      'adbdcd',
    ],
    [
      'jobs of a team share its limit',
      [turn('a', 'x', { teamRoom: 3 }), turn('b', 'x', { teamRoom: 3 })],
      [...due('a', 9), ...due('b', 9)],
      {},
      'aba',
    ],
    ['a job gets at most its limit', [turn('a', 'x', { room: 2 })], due('a', 9), {}, 'aa'],
    [
      'jobs share the limit of a host, including earlier leases',
      [turn('a', 'x'), turn('b', 'y')],
      [...due('a', 9, 'h', 3), ...due('b', 9, 'h', 3)],
      { maxPerHost: 6 },
      'aba',
    ],
    [
      'a job uses another host when one is full',
      [turn('a', 'x')],
      [...due('a', 3, 'h', 1), ...due('a', 3, 'i')],
      { maxPerHost: 2 },
      'aaa',
    ],
    [
      'jobs with a delay share the pace of a host, other jobs do not wait',
      [turn('a', 'x', { delayed: true }), turn('b', 'y', { delayed: true }), turn('c', 'z')],
      [...due('a', 9, 'h'), ...due('b', 9, 'h'), ...due('c', 2, 'h')],
      {},
      'acc',
    ],
    ['a job without due pages gets nothing', [turn('a', 'x')], [], {}, ''],
  ])('distributes leases: %s', (_, turns, pages, { free = 100, maxPerHost = 100 }, expected) => {
    expect(jobsOf(chooseLeases(turns, pages, { free, widthOf: () => maxPerHost }))).toBe(expected);
  });

  it('leases the pages of a job by due time, over all its hosts', () => {
    const pages = due('a', 4).map((page, n) => ({ ...page, host: n % 2 ? 'i' : 'h', dueAtMs: n === 3 ? -1 : 0 }));
    const chosen = chooseLeases([turn('a', 'x')], pages, { free: 9, widthOf: () => 9 });
    expect(chosen.map(({ pageId }) => pageId[1])).toEqual(['3', '0', '1', '2']);
  });
});
