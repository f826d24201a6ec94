import { CANCELLED_STORE_GRACE_MS, decideEnd, type JobEnd, type JobProgress } from './decide-end';

const NOW = 1_800_000_000_000;

const running: JobProgress = {
  kind: 'crawl',
  state: 'scraping',
  completed: 0,
  failed: 0,
  settledPages: null,
  settledUrlLists: null,
  settledReason: null,
  settledAt: null,
  cancelRequestedAt: null,
};
const settled: JobProgress = {
  ...running,
  settledPages: 3,
  settledUrlLists: 0,
  settledReason: 'finished',
  settledAt: new Date(NOW),
};
const cancelled: JobProgress = { ...settled, settledReason: 'cancelled', completed: 2 };
const afterGrace = { settledAt: new Date(NOW - CANCELLED_STORE_GRACE_MS) };

const cases: [string, JobProgress, number, JobEnd | undefined][] = [
  ['runs on before it is settled', { ...running, completed: 5 }, 0, undefined],
  ['runs on while pages are missing', { ...settled, completed: 1, failed: 1 }, 0, undefined],
  ['completes with the last page', { ...settled, completed: 2, failed: 1 }, 0, 'completed'],
  ['completes though all pages failed', { ...settled, failed: 3 }, 0, 'completed'],
  ['fails if the frontier settled it as failed', { ...settled, failed: 3, settledReason: 'failed' }, 0, 'failed'],
  ['runs on while an appended list is not read', { ...settled, completed: 3, settledUrlLists: 1 }, 2, undefined],
  ['completes when all lists are read', { ...settled, completed: 3, settledUrlLists: 2 }, 2, 'completed'],
  ['waits for running pages when cancelled', cancelled, 0, undefined],
  ['is cancelled with the last running page', { ...cancelled, completed: 3 }, 0, 'cancelled'],
  ['is cancelled without its pages after the grace', { ...cancelled, ...afterGrace }, 0, 'cancelled'],
  ['does not wait for lists when cancelled', { ...cancelled, completed: 3 }, 1, 'cancelled'],
  [
    'is cancelled after a request, although it settled as finished',
    { ...settled, completed: 3, cancelRequestedAt: new Date(NOW) },
    0,
    'cancelled',
  ],
  ['does not end twice', { ...settled, completed: 3, state: 'completed' }, 0, undefined],
  ['waits for the page of a scrape', { ...running, kind: 'scrape' }, 0, undefined],
  ['completes a scrape with its document', { ...running, kind: 'scrape', completed: 1 }, 0, 'completed'],
  ['fails a scrape with its failure', { ...running, kind: 'scrape', failed: 1 }, 0, 'failed'],
];

test.each(cases)('decides the end of a job %s', (_, job, urlLists, end) => {
  expect(decideEnd(job, urlLists, NOW)).toBe(end);
});
