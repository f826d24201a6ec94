import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { startCrawl } from '../../test/job-calls';
import { startGateway, type TestGateway } from '../../test/start-gateway';

const DOCUMENTS = 10_000;
const CHUNK = 2500;
/** The test's own reader included. The documents have 140 MB. */
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;
const MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use, without garbage: how much of it there is depends on the machine. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let gateway: TestGateway;
let id: string;
beforeAll(async () => {
  gateway = await startGateway();
  id = await startCrawl(gateway, { scrapeOptions: { formats: ['markdown', 'rawHtml'] } });
  // Compresses to about a third, like the text of pages.
  const text = (bytes: number) =>
    randomBytes(bytes / 4)
      .toString('hex')
      .replaceAll('a', 'the ');
  const json = JSON.stringify({ markdown: text(4000), rawHtml: text(10_000) });
  for (let from = 0; from < DOCUMENTS; from += CHUNK) await storeCopies(json, from + 1, from + CHUNK);
  await gateway.database.job.update({ where: { id }, data: { completed: DOCUMENTS } });
});
afterAll(() => gateway.close());

/** Stores documents with the same content in one statement. */
async function storeCopies(json: string, first: number, last: number): Promise<void> {
  await gateway.database.$executeRaw`
    WITH stored AS (
      INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
      SELECT gen_random_uuid(), ${id}::uuid, ${gateway.teamId}::uuid, n, 'done', 1, 'https://example.com/' || n, 'x', 0
      FROM generate_series(${first}::int, ${last}::int) n
      RETURNING id, job_id, url)
    INSERT INTO documents (page_id, job_id, metadata, content, json_bytes)
    SELECT id, job_id, json_build_object('url', url), ${gzipSync(json)}::bytea, ${Buffer.byteLength(json)}::int
    FROM stored`;
}

async function measure(format: string, limit: number, everyBytes: number) {
  const response = await fetch(`${gateway.address}/v2/crawl/${id}/export?format=${format}&limit=${limit}`, {
    headers: { authorization: `Bearer ${gateway.key}` },
  });
  let bytes = 0;
  let lines = 0;
  let peak = 0;
  let measuredAt = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (bytes - measuredAt < everyBytes) continue;
    measuredAt = bytes;
    peak = Math.max(peak, usedBytes());
  }
  return { bytes, lines, peak };
}

it.each([
  ['jsonl', DOCUMENTS, 16 * MIB],
  ['zip', CHUNK, MIB],
  ['warc', CHUNK, 4 * MIB],
])('exports as %s %i documents with bounded memory', async (format, limit, everyBytes) => {
  const before = usedBytes();
  const { bytes, lines, peak } = await measure(format, limit, everyBytes);
  if (format === 'jsonl') expect(lines).toBe(limit);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(peak).toBeGreaterThan(0);
  expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES);
});
