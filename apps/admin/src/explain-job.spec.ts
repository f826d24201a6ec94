import type { JobExamination, JobOverview } from '@orbweaver/persistence';
import { explainJob } from './explain-job';

const now = new Date('2030-01-02T00:00:00Z');
const later = new Date('2030-01-02T00:30:00Z');
const earlier = new Date('2030-01-01T23:00:00Z');
const job = { kind: 'crawl', state: 'scraping', completedAt: null, completed: 3, failed: 1 } as JobOverview;
type Frontier = NonNullable<JobExamination['frontier']>;
const running: Frontier = {
  state: 'running',
  queued: 5,
  leased: 0,
  expired: 0,
  seedingUntil: null,
  maxConcurrency: null,
  nextLeaseAt: earlier,
  lastLeasedAt: earlier,
  settledAt: null,
  settledReason: null,
  teamInUse: 0,
  teamLimit: null,
  allLeased: 40,
};
const settled: Frontier = { ...running, state: 'settled', queued: 0, settledAt: earlier, settledReason: 'done' };
const due = { host: 'a.test', queued: 5, dueAt: earlier, blockedUntil: null };
const results = { settledPages: null, atModel: 0, pendingEvents: 0 };

it.each<[what: string, expected: RegExp, examined: Partial<JobExamination> & { job?: Partial<JobOverview> }]>([
  ['its start', /has not started the job/, { frontier: undefined }],
  ['its seeds', /sitemaps of the site are being read/, { frontier: { ...running, queued: 0, seedingUntil: later } }],
  ['its own concurrency', /at its maxConcurrency of 2/, { frontier: { ...running, leased: 2, maxConcurrency: 2 } }],
  ['a slot of its team', /concurrency limit of 4/, { frontier: { ...running, teamLimit: 4, teamInUse: 4 } }],
  [
    'its delay',
    /until 2030-01-02T00:30:00.000Z, because of the delay between pages/,
    { frontier: { ...running, nextLeaseAt: later } },
  ],
  [
    'a deferred host',
    /5 pages wait for a\.test, which is deferred until 2030-01-02T00:30/,
    { hosts: [{ ...due, blockedUntil: later }] },
  ],
  ['pages to be due', /5 pages of a\.test are due at 2030-01-02T00:30/, { hosts: [{ ...due, dueAt: later }] }],
  [
    'the next lease',
    /5 pages are due and about to be leased\./,
    { frontier: { ...running, nextLeaseAt: new Date(now.getTime() - 1000) } },
  ],
  ['a frontier', /5 pages are due and can be leased\. All jobs have 40/, {}],
  [
    'renderers',
    /2 pages are leased to renderers; 1 lease has expired/,
    { frontier: { ...running, leased: 2, expired: 1 } },
  ],
  ['one page of a host', /1 page waits for a\.test/, { hosts: [{ ...due, queued: 1, blockedUntil: later }] }],
  ['one page to be due', /1 page of a\.test is due at/, { hosts: [{ ...due, queued: 1, dueAt: later }] }],
  ['one renderer', /1 page is leased to renderers/, { frontier: { ...running, leased: 1 } }],
  ['the language model for one page', /; 1 waits for/, { frontier: settled, results: { ...results, atModel: 1 } }],
  ['its settlement', /the job is not settled/, { frontier: { ...running, queued: 0 } }],
  ['the language model', /3 wait for the language model/, { frontier: settled, results: { ...results, atModel: 3 } }],
  ['JobSettled', /results has not received JobSettled/, { frontier: settled }],
  ['documents', /stored 4 of 6/, { frontier: settled, results: { ...results, settledPages: 6 } }],
  [
    'its receiver',
    /2 webhook events/,
    { results: { ...results, pendingEvents: 2 }, job: { completedAt: now, state: 'completed' } },
  ],
])('explains that a job waits for %s', (_what, expected, { job: changes, ...examined }) => {
  const examination = { frontier: running, hosts: [due], results, ...examined };
  expect(explainJob({ ...job, ...changes }, examination, now).join('\n')).toMatch(expected);
});
