import { readFileSync } from 'node:fs';
import { indexOf, type MappedSite, sitemapOf, startMapSite, urlEntry } from '../harness/map-site';
import { htmlPage } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const MIB = 1024 * 1024;
const SITEMAPS = 10;
const URLS_A_SITEMAP = 5_000;
const URLS = SITEMAPS * URLS_A_SITEMAP;
const SECTIONS = 80;
const PAGES_A_SECTION = 25;

/** Resident memory of a process in bytes, and its maximum so far. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

describe('the goals of maps', () => {
  let system: System;
  let indexed: MappedSite;
  let linked: MappedSite;
  beforeAll(async () => {
    system = await startStandalone();
    const files = Array.from({ length: SITEMAPS }, (_, n) => `/part-${n}.xml`);
    indexed = await startMapSite((origin) => ({
      '/sitemap.xml': indexOf(...files.map((file) => origin + file)),
      ...Object.fromEntries(
        files.map((file, n) => [
          file,
          sitemapOf(
            ...Array.from({ length: URLS_A_SITEMAP }, (_, page) =>
              urlEntry(`${origin}/shop/part-${n}/article-${page}`),
            ),
          ),
        ]),
      ),
    }));
    const sections = Array.from({ length: SECTIONS }, (_, n) => `/section-${n}`);
    const pagesOf = (section: string) => Array.from({ length: PAGES_A_SECTION - 1 }, (_, n) => `${section}/page-${n}`);
    linked = await startMapSite(() => ({
      '/': htmlPage('Start', sections),
      ...Object.fromEntries(sections.map((section) => [section, htmlPage(section, pagesOf(section))])),
    }));
  });
  afterAll(() => Promise.all([system.stop(), indexed.stop(), linked.stop()]));

  const map = async (url: string, options: object) => {
    const startedAt = performance.now();
    const { status, body } = await system.api().post('/v2/map', { url, ...options });
    expect(status).toBe(200);
    return { body, tookMs: performance.now() - startedAt };
  };
  const print = (text: string) => {
    if (process.env.FIGURES !== undefined) process.stdout.write(`${text}\n`);
  };

  it.each<[string, object, number]>([
    ['', {}, 5_000],
    [' with a search', { search: 'article 4711' }, 10_000],
  ])('are met by a sitemap index of 50,000 URLs%s, in time and memory: %j', async (name, options, mostMs) => {
    const { pid } = system.process('standalone');
    await map(indexed.origin, { limit: 100_000, timeout: 60_000 });
    const before = memoryOf(pid);
    const { body, tookMs } = await map(indexed.origin, { limit: 100_000, timeout: 60_000, ...options });
    const growth = Math.max(0, memoryOf(pid).peak - before.now) / MIB;
    print(
      `map of ${URLS} URLs${name}: ${Math.round(tookMs)} ms, ${Math.round(growth)} MiB above ${Math.round(before.now / MIB)}`,
    );
    expect(body.links).toHaveLength(URLS);
    if (name !== '') expect(body.links[0].url).toMatch(/article-4711$/);
    expect(tookMs).toBeLessThan(mostMs);
    expect(growth).toBeLessThan(150);
  });

  it('are met by 2,000 pages without a sitemap: 95 % in 10 s', async () => {
    const { body, tookMs } = await map(linked.origin, { timeout: 10_000 });
    const share = body.links.length / (SECTIONS * PAGES_A_SECTION);
    print(
      `map of ${SECTIONS * PAGES_A_SECTION} pages by links: ${Math.round(tookMs)} ms, ${(100 * share).toFixed(1)} %`,
    );
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});
