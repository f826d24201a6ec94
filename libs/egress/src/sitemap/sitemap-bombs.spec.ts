import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { serveHttp } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';
import { readSitemaps } from './read-sitemaps';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;
/** The largest allowed file is processed in pieces; a quarter of this bomb would not fit. */
const MAX_GROWTH_BYTES = 400 * MIB;
const MAX_STALL_MS = 1000;

const opening = '<urlset><url><loc>/before</loc></url>';
/** A gzip file may have any number of members: 64 KB per 64 MiB, 2 GiB in all. */
const members = (head: string, filler: string) => {
  const member = gzipSync(Buffer.alloc(64 * MIB, filler));
  return Buffer.concat([gzipSync(head), ...Array.from({ length: 32 }, () => member)]);
};

it.each<[string, () => { body: Buffer; encoding?: string }]>([
  ['blanks in a .gz file', () => ({ body: members(opening, ' ') })],
  ['blanks in a gzip response', () => ({ body: members(opening, ' '), encoding: 'gzip' })],
  ['blanks in a .gz file in a gzip response', () => ({ body: gzipSync(members(opening, ' ')), encoding: 'gzip' })],
  ['an endless location', () => ({ body: members(`${opening}<url><loc>/`, 'x') })],
  ['endless elements', () => ({ body: members(opening, '<a>') })],
  ['endless comments', () => ({ body: members(`${opening}<!--`, '-') })],
])('processes gigabytes of %s in bounded memory without blocking, and yields earlier entries', async (_, make) => {
  const { body, encoding } = make();
  const site = await serveHttp((_request, response) => {
    response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding }).end(body);
  });
  const client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.1' }), userAgent: 'x' });
  const stalls = monitorEventLoopDelay({ resolution: 10 });
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  stalls.enable();
  const urls: string[] = [];
  let problem: string | undefined;
  for await (const batch of readSitemaps(client, [`${site.url}/sitemap.xml.gz`])) {
    urls.push(...batch.urls);
    problem ??= batch.problem;
  }
  clearInterval(watch);
  stalls.disable();
  await client.close();
  await site[Symbol.asyncDispose]();
  expect(urls).toEqual([`${site.url}/before`]);
  expect(problem).toEqual(expect.any(String));
  expect(most - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect(stalls.max / 1e6).toBeLessThan(MAX_STALL_MS);
});
