import { gunzipSync, gzipSync } from 'node:zlib';
import { type Database, openDatabase } from '@orbweaver/persistence';
import { type RunningOurs, startOurs } from '../contenders/ours';
import { pidsOf, readCpu } from '../cpu-parts';
import { memoryMb } from '../process-cpu';
import { BENCH_KEY } from '../service-client';
import type { Check, CheckContext, Finding } from './check';

const ORIGINALS = 60;
const DOCUMENTS = 100_000;
const MIN_MB_PER_SECOND = 20;
const MAX_GROWTH_MB = 120;
const LOOK_MS = 250;
const SMALL = 5000;
/** About 8 KB of JSON with metadata. */
const MARKDOWN_CHARACTERS = 2900;
const HTML_CHARACTERS = 4900;

/** Exports of a large job over HTTP from a whole service. */
export const exportRate: Check = { name: 'exports', run: measureExports };

async function measureExports({ site, say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  try {
    say(`storing ${DOCUMENTS} documents`);
    const urls = site.pages('exported', ORIGINALS);
    const id = await service.client.start('/v2/batch/scrape', { urls, formats: ['markdown', 'rawHtml'], maxAge: 0 });
    await service.client.finish(`/v2/batch/scrape/${id}`, ORIGINALS);
    const jsonMb = (await copyDocuments(service.databaseUrl, id)) / 1e6;
    const perCpuSecond = (ms: number) => ((1000 * jsonMb) / ms).toFixed(1);
    const findings: Finding[] = [];
    for (const format of ['jsonl', 'zip', 'warc']) {
      say(format);
      // The first export compiles the code.
      await readExport(service, `/v2/batch/scrape/${id}/export?format=${format}&limit=${SMALL}`);
      const { seconds, cpu, bytes, growthMb } = await readExport(
        service,
        `/v2/batch/scrape/${id}/export?format=${format}`,
      );
      findings.push(
        {
          what: `export of ${DOCUMENTS} documents as ${format}`,
          figure: jsonMb / seconds,
          unit: 'MB/s',
          goal: { atLeast: MIN_MB_PER_SECOND },
          note: `${jsonMb.toFixed(0)} MB of JSON in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB sent; ${perCpuSecond(cpu.service)} MB per CPU second of the service, ${perCpuSecond(cpu.all)} with Postgres`,
        },
        {
          what: `growth of memory during the export as ${format}`,
          figure: growthMb,
          unit: 'MB',
          goal: { atMost: MAX_GROWTH_MB },
        },
      );
    }
    return findings;
  } finally {
    await service.stop();
  }
}

/** Repeats the documents of the job in its order. @returns the JSON bytes of all of them */
async function copyDocuments(url: string, jobId: string): Promise<number> {
  const database = openDatabase({ url, poolSize: 1 });
  const original = `(SELECT p.*, d.metadata, d.content, d.json_bytes, d.object_hash FROM pages p JOIN documents d ON d.page_id = p.id
    WHERE p.job_id = '${jobId}' AND p.ordinal <= ${ORIGINALS}) original`;
  try {
    await shorten(database, jobId);
    // In parts, because one statement holds all the contents.
    for (let from = ORIGINALS; from < DOCUMENTS; from += SMALL) {
      const upTo = Math.min(DOCUMENTS, from + SMALL);
      await database.$executeRawUnsafe(`
        WITH copied AS MATERIALIZED (
          SELECT ('${jobId.slice(0, 13)}' || substring(gen_random_uuid()::text FROM 14))::uuid AS copy_id, n, original.*
          FROM generate_series(${from + 1}, ${upTo}) n JOIN ${original} ON original.ordinal = (n - 1) % ${ORIGINALS} + 1),
        page AS (
          INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth)
          SELECT copy_id, job_id, team_id, n, state, epoch, url || '/' || n, source_url, depth FROM copied)
        INSERT INTO documents (page_id, job_id, metadata, content, json_bytes, object_hash)
        SELECT copy_id, job_id, metadata, content, json_bytes, object_hash FROM copied`);
    }
    await database.$executeRawUnsafe(`UPDATE jobs SET completed = ${DOCUMENTS} WHERE id = '${jobId}'`);
    const [row] = await database.$queryRawUnsafe<{ bytes: number }[]>(
      `SELECT sum(json_bytes)::float AS bytes FROM documents WHERE job_id = '${jobId}'`,
    );
    return row!.bytes;
  } finally {
    await database.$disconnect();
  }
}

/** Gives the documents the size of an ordinary page. */
async function shorten(database: Database, jobId: string): Promise<void> {
  const documents = await database.$queryRawUnsafe<{ page_id: string; content: Uint8Array }[]>(
    `SELECT page_id, content FROM documents WHERE job_id = '${jobId}'`,
  );
  for (const { page_id, content } of documents) {
    const { markdown, rawHtml } = JSON.parse(gunzipSync(content).toString());
    const short = JSON.stringify({
      rawHtml: rawHtml.slice(0, HTML_CHARACTERS),
      markdown: markdown.slice(0, MARKDOWN_CHARACTERS),
    });
    await database.$executeRaw`UPDATE documents SET content = ${gzipSync(short)}, json_bytes = ${Buffer.byteLength(short)}
      WHERE page_id = ${page_id}::uuid`;
  }
}

/** Memory is that of the service, without Postgres. */
async function readExport({ client, roots }: RunningOurs, path: string) {
  const node = roots.filter(({ isNode }) => isNode);
  const look = () => memoryMb(pidsOf(node));
  const before = look();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, look());
  }, LOOK_MS);
  try {
    const cpuBefore = [readCpu(node).totalMs, readCpu(roots).totalMs] as const;
    const from = performance.now();
    const response = await fetch(client.url + path, { headers: { authorization: `Bearer ${BENCH_KEY}` } });
    if (!response.ok || response.body === null) throw new Error(`${path} returned ${response.status}`);
    let bytes = 0;
    for await (const part of response.body) bytes += part.byteLength;
    const cpu = { service: readCpu(node).totalMs - cpuBefore[0], all: readCpu(roots).totalMs - cpuBefore[1] };
    return { seconds: (performance.now() - from) / 1000, cpu, bytes, growthMb: peak - before };
  } finally {
    clearInterval(timer);
  }
}
