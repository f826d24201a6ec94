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
    ['one job alone takes all that is free', [turn('a', 'x')], due('a', 9), { free: 4 }, 'aaaa'],
    [
      'teams take turns whatever they have queued',
      [turn('a', 'x'), turn('b', 'y')],
      [...due('a', 9), ...due('b', 2)],
      { free: 6 },
      'ababaa',
    ],
    [
      'a team with many jobs gets no more than one with a single job',
      [turn('a', 'x'), turn('d', 'y'), turn('b', 'x'), turn('c', 'x')],
      ['a', 'b', 'c', 'd'].flatMap((job) => due(job, 9)),
      { free: 6 },
      'adbdcd',
    ],
    [
      'the room of a team is shared by its jobs',
      [turn('a', 'x', { teamRoom: 3 }), turn('b', 'x', { teamRoom: 3 })],
      [...due('a', 9), ...due('b', 9)],
      {},
      'aba',
    ],
    ['a job takes no more than its room', [turn('a', 'x', { room: 2 })], due('a', 9), {}, 'aa'],
    [
      'a host is shared by jobs up to its cap, pages leased before included',
      [turn('a', 'x'), turn('b', 'y')],
      [...due('a', 9, 'h', 3), ...due('b', 9, 'h', 3)],
      { maxPerHost: 6 },
      'aba',
    ],
    [
      'a job goes on with another host when one is full',
      [turn('a', 'x')],
      [...due('a', 3, 'h', 1), ...due('a', 3, 'i')],
      { maxPerHost: 2 },
      'aaa',
    ],
    [
      'jobs with a delay share the pace of a host, others do not wait for it',
      [turn('a', 'x', { delayed: true }), turn('b', 'y', { delayed: true }), turn('c', 'z')],
      [...due('a', 9, 'h'), ...due('b', 9, 'h'), ...due('c', 2, 'h')],
      {},
      'acc',
    ],
    ['a job whose pages are not due takes nothing', [turn('a', 'x')], [], {}, ''],
  ])('distributes leases: %s', (_, turns, pages, { free = 100, maxPerHost = 100 }, expected) => {
    expect(jobsOf(chooseLeases(turns, pages, { free, widthOf: () => maxPerHost }))).toBe(expected);
  });

  it('leases the pages of a job by due time, over all its hosts', () => {
    const pages = due('a', 4).map((page, n) => ({ ...page, host: n % 2 ? 'i' : 'h', dueAtMs: n === 3 ? -1 : 0 }));
    const chosen = chooseLeases([turn('a', 'x')], pages, { free: 9, widthOf: () => 9 });
    expect(chosen.map(({ pageId }) => pageId[1])).toEqual(['3', '0', '1', '2']);
  });
});
