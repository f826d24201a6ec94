import type { RenderPage } from '@orbweaver/contracts';
import { startTestFrontier, type TestFrontier } from '../test/test-frontier';

/** With KNOWN_URLS=1000000 this takes some minutes and prints the cost of a page at intervals. */
const KNOWN = Number(process.env.KNOWN_URLS ?? 20_000);
const CHECKPOINTS = [10_000, 20_000, 100_000, 300_000, 1_000_000, 3_000_000].filter((known) => known <= KNOWN);
/** As in startTestDatabase. */
const CONNECTIONS = 10;
const NEW_PER_FILLER = 2_000;
/** A typical page, whose links are mostly known. */
const NEW_PER_PAGE = 10;
const KNOWN_PER_PAGE = 90;
const ROUNDS = KNOWN > 20_000 ? 20 : 4;

jest.setTimeout(120_000 + KNOWN * 2);

const PATH_WORDS = ['news', 'shop', 'help', 'team', 'blog'];
const urlOf = (n: number) => `http://site.test/${PATH_WORDS[n % 5]}/some-article-with-a-title-${n}`;

interface Cost {
  known: number;
  /** Database blocks per page: a cost that does not depend on the machine. */
  blocks: number;
  /** Milliseconds per page. */
  lease: number;
  record: number;
  rssMiB: number;
}

describe('a crawl with very many known URLs', () => {
  let frontier: TestFrontier;
  let jobId: string;
  let made = 0;
  beforeAll(async () => {
    frontier = await startTestFrontier();
    jobId = await frontier.actions.crawl({ limit: 10_000_000 });
  });
  afterAll(() => frontier.close());

  const makeUrls = (count: number) => Array.from({ length: count }, () => urlOf(made++));
  /** Old and recent links, as in a navigation and a list. */
  const knownUrls = (count: number) =>
    Array.from({ length: count }, (_, n) => urlOf(n % 2 ? (made * n * 7919) % made : Math.max(0, made - n * 3)));

  async function leaseSome(): Promise<RenderPage[]> {
    const pages = await frontier.actions.lease();
    expect(pages.length).toBeGreaterThan(0);
    return pages;
  }

  async function fillTo(known: number): Promise<void> {
    while (made < known) {
      for (const page of await leaseSome()) {
        await frontier.actions.done(page, makeUrls(Math.min(NEW_PER_FILLER, Math.max(known - made, 0))));
      }
    }
  }

  async function measure(): Promise<Cost> {
    const leases: number[] = [];
    const records: number[] = [];
    const blocksBefore = await countBlocks();
    for (let round = 0; round < ROUNDS; round += 1) {
      const beganAtMs = performance.now();
      const pages = await leaseSome();
      leases.push((performance.now() - beganAtMs) / pages.length);
      for (const page of pages) {
        const links = [...makeUrls(NEW_PER_PAGE), ...knownUrls(KNOWN_PER_PAGE)];
        const recordedFromMs = performance.now();
        await frontier.actions.done(page, links);
        records.push(performance.now() - recordedFromMs);
      }
    }
    const rssMiB = Math.round(process.memoryUsage().rss / 2 ** 20);
    const blocks = Math.round(((await countBlocks()) - blocksBefore) / records.length);
    return { known: made, blocks, lease: median(leases), record: median(records), rssMiB };
  }

  /** Every connection reports its share. All are queried at once, so that none responds twice. */
  async function countBlocks(): Promise<number> {
    const { database } = frontier;
    const ask = () => database.$queryRaw`SELECT pg_stat_force_next_flush()::text, pg_sleep(0.2)::text`;
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    const [row] = await database.$queryRaw<{ blocks: number }[]>`
      SELECT (blks_hit + blks_read)::float8 AS blocks FROM pg_stat_database WHERE datname = current_database()`;
    return row?.blocks ?? 0;
  }

  it('has a constant cost per page and constant memory', async () => {
    const costs: Cost[] = [];
    for (const known of CHECKPOINTS) {
      await fillTo(known);
      const cost = await measure();
      costs.push(cost);
      if (process.env.KNOWN_URLS !== undefined) process.stderr.write(`${JSON.stringify(cost)}\n`);
    }
    const [first, last] = [costs[0]!, costs.at(-1)!];
    expect((await frontier.actions.job(jobId)).known).toBeGreaterThanOrEqual(KNOWN);
    // An index sometimes grows by a level.
    expect(last.blocks).toBeLessThan(2 * first.blocks);
    expect(last.rssMiB).toBeLessThan(first.rssMiB + 400);
  });

  it('is cancelled in steps, so that other jobs do not wait', async () => {
    const beganAtMs = performance.now();
    await frontier.actions.cancel(jobId);
    frontier.time.pass(5_000);
    for (let queued = KNOWN; queued > 0; { queued } = await frontier.actions.job(jobId)) await frontier.sweeper.sweep();
    if (process.env.KNOWN_URLS !== undefined)
      process.stderr.write(`cancelled in ${Math.round(performance.now() - beganAtMs)} ms\n`);
    expect(await frontier.actions.job(jobId)).toMatchObject({ state: 'settled', queued: 0 });
  });
});

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
