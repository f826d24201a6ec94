import { randomUUID } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { claimSeeding } from '@orbweaver/persistence';
import { isNightlyRun } from '@orbweaver/testing';
import { joinFrontier, startTestFrontier, type TestFrontier } from '../test/test-frontier';

jest.setTimeout(60_000);

/** A seeded generator (mulberry32), so that failing runs can be repeated. */
function randomness(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (limit: number) => Math.floor(next() * limit), chance: (share: number) => next() < share };
}

const PATHS = 60;
const at = (n: number) => `http://site.test/${n}`;
const TERMINAL = ['done', 'failed', 'skipped'];

/** A crawl with concurrent and lost steps: two frontiers, dead and late renderers, lost documents and messages. */
describe('a crawl with random faults', () => {
  let frontier: TestFrontier;
  afterEach(() => frontier.close());

  it.each(Array.from({ length: Number(process.env.SEEDS ?? (isNightlyRun ? 6 : 3)) }, (_, n) => n + 1))(
    'keeps its invariants (seed %i)',
    async (seed) => {
      const random = randomness(seed);
      frontier = await startTestFrontier({ FRONTIER_MAX_PER_HOST: 9 });
      const { actions, time, database } = frontier;
      time.setTo(Date.now());
      const frontiers = [frontier, joinFrontier(frontier)];
      const pick = <T>(items: readonly T[]): T => items[random.below(items.length)]!;
      const limit = 5 + random.below(25);
      const teamId = randomUUID();
      const remembered = Array.from({ length: 12 }, (_, n) => at(PATHS - 6 + n));
      await actions.remember(teamId, remembered);
      const jobId = await actions.crawl({ limit, teamId, tracks: null });
      const rendering: RenderPage[] = [];
      const answered: (() => Promise<void>)[] = [];
      const leases = new Set<string>();

      const lease = async () => {
        const { leased } = await pick(frontiers).round.run();
        for (const { page } of leased) {
          const key = `${page.id} ${page.epoch}`;
          expect(leases).not.toContain(key);
          leases.add(key);
        }
        // A process that dies between commit and publish has leased in vain.
        if (random.chance(0.1)) return;
        await frontier.dispatcher.dispatch(leased);
        rendering.push(...frontier.publisher.take('renderBulk'));
      };
      const render = async () => {
        const [page] = rendering.splice(random.below(rendering.length), 1);
        if (page === undefined || random.chance(0.05)) return;
        const { pageId, epoch, url } = page;
        const outlinks = Array.from({ length: random.below(12) }, () => at(random.below(PATHS)));
        const outcome = pick([
          { kind: 'done' as const, statusCode: 200 },
          { kind: 'done' as const, statusCode: 200 },
          { kind: 'done' as const, statusCode: 200 },
          {
            kind: 'failed' as const,
            failure: { reason: pick(['reset', 'too-large'] as const), message: 'It failed.' },
          },
          { kind: 'redirected' as const, finalUrl: pick([at(random.below(PATHS)), 'http://other.test/']) },
          { kind: 'deferred' as const, retryAfterMs: 1 + random.below(3000) },
        ]);
        if (outcome.kind === 'done' && !random.chance(0.05)) await storeAsResults(page);
        const message = { type: 'PageOutcome' as const, pageId, jobId, epoch, outcome, finalUrl: url, outlinks };
        const answer = () => pick(frontiers).batches.add(message);
        if (random.chance(0.9)) await answer();
        if (random.chance(0.2)) answered.push(answer);
      };
      /** Results rejects documents of an old epoch or of a skipped page. */
      const storeAsResults = async (page: RenderPage) => {
        await database.$executeRaw`
        INSERT INTO pages (id, job_id, team_id, state, epoch, url, source_url, depth)
        SELECT id, job_id, gen_random_uuid(), 'done', epoch, url, source_url, depth FROM frontier_pages
        WHERE id = ${page.pageId}::uuid AND epoch <= ${page.epoch}::int AND state <> 'skipped'
        ON CONFLICT (id) DO NOTHING`;
      };
      const hearFailures = async () => {
        for (const each of frontiers) {
          for (const { pageId } of each.publisher.take('documentsBulk')) {
            if (random.chance(0.7)) await actions.store({ pageId, jobId }, 'failed');
          }
        }
      };
      const repeat = async () => {
        const answer = answered.pop();
        if (answer !== undefined) await answer();
      };
      const sweep = () => {
        time.pass(random.below(4_000));
        return pick(frontiers).sweeper.sweep();
      };
      const check = async () => {
        const job = await actions.job(jobId);
        const counts = await database.frontierPage.groupBy({ by: ['state'], where: { jobId }, _count: true });
        const count = (state: string) => counts.find((group) => group.state === state)?._count ?? 0;
        expect(job.admitted).toBeLessThanOrEqual(limit);
        expect([job.queued, job.leased, job.done, job.failed]).toEqual(
          ['queued', 'leased', 'done', 'failed'].map(count),
        );
        expect(job.admitted).toBe(job.queued + job.leased + job.done);
        expect(await database.page.count({ where: { jobId, state: 'done' } })).toBeLessThanOrEqual(limit);
        const urls = (await actions.known(jobId)).map((page) => page.url);
        expect(new Set(urls).size).toBe(urls.length);
        if (job.state === 'settled') expect(job.queued + job.leased).toBe(0);
        return job;
      };
      const hasEnded = async () => {
        const { state, done, failed } = await actions.job(jobId);
        return state === 'settled' && (await database.page.count({ where: { jobId } })) >= done + failed;
      };

      /** A seeder may die at any moment; another claims its job. */
      const revisit = async () => {
        time.pass(random.below(2_000));
        const [claimed] = await claimSeeding(database, { limit: 1, now: time.now(), leaseUntil: time.now() });
        if (claimed !== undefined && random.chance(0.7)) await pick(frontiers).seeder.seed(claimed);
      };

      const steps = [lease, lease, render, render, render, render, repeat, sweep, hearFailures, revisit];
      for (let round = 0; round < 600 && !(await hasEnded()); round += 1) {
        await Promise.all(Array.from({ length: 1 + random.below(5) }, () => pick(steps)()));
        if (round % 5 === 0) await check();
        // Lost messages are detected by their age only.
        if (rendering.length === 0) time.pass(5_000);
      }

      const job = await check();
      expect(job.state).toBe('settled');
      const pages = await actions.pages(jobId);
      expect(pages.filter((page) => !TERMINAL.includes(page.state))).toEqual([]);
      if (job.admitted < limit) expect(pages.filter((page) => page.reason === 'limit')).toEqual([]);
      const wasRead = pages.some((page) => page.isStart && page.state === 'done');
      // Pages linked from an unread page are not hidden.
      const isUnsure = pages.some((page) => !page.isHidden && page.state === 'failed' && page.reason !== 'too-large');
      if (job.admitted < limit && wasRead && !isUnsure)
        expect((await actions.known(jobId)).map(({ url }) => url)).toEqual(expect.arrayContaining(remembered));
      const stored = await database.page.findMany({ where: { jobId } });
      const expected = pages.filter((page) => page.state === 'done' || page.state === 'failed');
      expect(stored.map((page) => page.id).sort()).toEqual(expected.map((page) => page.id).sort());
      const settled = frontiers.flatMap((each) => each.publisher.of('jobSettled'));
      expect(settled.at(-1)).toBeDefined();
      expect(Math.max(...settled.map((message) => message.pages))).toBeGreaterThanOrEqual(expected.length);
    },
  );
});
