import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { JobSpec } from '@orbweaver/core';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import { CompiledJob } from '../jobs/compiled-jobs';
import { judgeCandidates } from './judge-candidates';
import { judgeInSlices } from './judge-in-slices';

jest.setTimeout(120_000);

const ORIGIN = 'http://site.test/';

const judgementBy = (scope: Parameters<typeof crawlScope>[0] = {}) => {
  const spec: JobSpec = {
    kind: 'crawl',
    url: ORIGIN,
    scope: crawlScope(scope),
    sitemap: 'skip',
    limit: 10,
    ignoreRobotsTxt: true,
    scrape: scrapeSpec({ formats: [] }),
  };
  const compiled = new CompiledJob('job', 'team', spec);
  return { compiled, originUrl: ORIGIN, depth: 1, foundOnUrl: ORIGIN, knownRobots: () => undefined };
};
const urls = (count: number, tail = '') =>
  Array.from({ length: count }, (_, n) => `${ORIGIN}${n % 90_000}/page${tail}`);

/** The longest delay of other work in the process, in milliseconds. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise(setImmediate);
  delay.reset();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return delay.max / 1e6;
}

it('returns the verdicts of judgeCandidates', async () => {
  const judgement = judgementBy({ excludePaths: ['7/'] });
  const links = [...urls(1_000), ...urls(1_000), 'http://[', `${ORIGIN}5/page#x`, `${ORIGIN}5/page/`];
  expect(await judgeInSlices(links, judgement)).toEqual(judgeCandidates(links, judgement));
});

it('refuses links to hosts that the team may not visit, before the rules of the crawl', () => {
  const judgement = judgementBy({ allowExternalLinks: true });
  judgement.compiled.spec.scrape.hosts = { allowed: ['site.test', '*.example'], closed: ['shop.example'] };
  const links = [`${ORIGIN}page`, 'http://a.example/', 'http://shop.example/', 'http://other.test/'];
  expect(judgeCandidates(links, judgement).map(({ refused }) => refused)).toEqual([
    undefined,
    undefined,
    'closed-host',
    'closed-host',
  ]);
  const start = { ...judgement, bypassScope: true };
  expect(judgeCandidates(['http://other.test/start'], start)).toMatchObject([{ refused: 'closed-host' }]);
});

it.each([
  ['a hundred thousand links', urls(100_000), judgementBy()],
  [
    'long links against large patterns',
    urls(300, `?${'ab'.repeat(1_900)}`),
    judgementBy({ regexOnFullURL: true, excludePaths: Array.from({ length: 8 }, (_, n) => `(a|b|ab){100}${n}x`) }),
  ],
])('does not block the event loop while judging %s', async (_, links, judgement) => {
  const stallMs = await longestStall(() => judgeInSlices(links, judgement));
  if (process.env.FIGURES) process.stderr.write(`longest stall: ${stallMs.toFixed(0)} ms\n`);
  expect(stallMs).toBeLessThan(1_500);
});
