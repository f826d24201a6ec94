import { randomBytes } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { dumpDatabase, withDatabase } from '../harness/dump-database';
import { filesHolding, holds } from '../harness/find-traces';
import { fetchDocuments, requestJob, runJob, waitForEnd } from '../harness/jobs';
import { startMarkedSite } from '../harness/marked-site';
import { type RecordedTopics, recordDurableTopics } from '../harness/record-durable-topics';
import { adminEnv } from '../harness/run-admin';
import type { SmallSite } from '../harness/small-site';
import { System } from '../harness/system';

const newMarker = () => `mark${randomBytes(9).toString('hex')}`;
const ERASED_WITHIN_MS = 30_000;

describe('zeroDataRetention over Kafka', () => {
  const system = System.shared();
  let site: SmallSite;
  let heard: RecordedTopics;

  beforeAll(async () => {
    site = await startMarkedSite();
    heard = await recordDurableTopics(adminEnv(system).KAFKA_BROKERS!);
  });
  afterAll(async () => {
    await heard.close();
    await site.stop();
  });

  const topicsHolding = (marker: string) => [
    ...new Set(heard.messages.filter(({ bytes }) => holds(bytes, marker)).map(({ topic }) => topic)),
  ];
  const ofJob = (id: string) => heard.messages.filter(({ bytes }) => holds(bytes, id)).map(({ topic }) => topic);

  it('leaves no trace in durable topics, tables and logs', async () => {
    const marker = newMarker();
    const api = system.api();
    const of = (kind: string) => `${site.origin}/${marker}/${kind}?q=${marker}`;
    const asked = { zeroDataRetention: true };
    const scrapes = ['a', 'missing', 'moved', 'reset'].map((kind) =>
      api.post('/v2/scrape', { url: of(kind), ...asked }),
    );
    const answers = await Promise.all([
      ...scrapes,
      api.post('/v1/scrape', { url: `http://${marker}.invalid/`, ...asked }),
      api.post('/v2/scrape', { url: of('b'), formats: ['screenshot'], timeout: 60_000, ...asked }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 500, 500, 200]);

    const urls = [of('a'), of('b'), of('missing'), `http://${marker}.invalid/`];
    const jobs = [
      `/v2/batch/scrape/${await requestJob(api, '/v2/batch/scrape', { urls, ...asked })}`,
      `/v2/crawl/${await requestJob(api, '/v2/crawl', { url: `${site.origin}/${marker}/`, limit: 10, ...asked })}`,
      `/v2/crawl/${await requestJob(api, '/v2/crawl', { url: `http://${marker}.invalid/`, ...asked })}`,
    ];
    for (const job of jobs) await waitForEnd(api, job);
    for (const [index, job] of jobs.entries()) {
      const documents = await fetchDocuments(api, job);
      expect(documents.every(({ metadata }) => metadata.creditsUsed === 2)).toBe(true);
      expect(documents.length > 0).toBe(index < 2);
    }
    await until(
      'erasure',
      async () => {
        const statuses = await Promise.all(jobs.map((job) => api.get(job)));
        const [left] = await withDatabase(
          system,
          (database) => database.$queryRaw<{ left: number }[]>`
          SELECT count(*)::int AS left FROM jobs WHERE erase_due_at IS NOT NULL`,
        );
        return left?.left === 0 && statuses.every(({ body }) => /erased/.test(body.warning ?? ''));
      },
      ERASED_WITHIN_MS,
    );

    // A later ordinary job: earlier messages have been recorded when it has.
    const kept = newMarker();
    const control = await runJob(api, '/v2/batch/scrape', { urls: [`${site.origin}/${kept}/a`] });
    await until('the control', () => ofJob(control.id).includes('job.settled'), ERASED_WITHIN_MS);
    expect(topicsHolding(kept).sort()).toEqual(['documents.bulk', 'page.outcomes', 'render.bulk']);
    for (const job of jobs) expect(ofJob(job.split('/').at(-1)!)).toContain('job.settled');
    expect(topicsHolding(marker)).toEqual([]);

    const rows = await withDatabase(system, dumpDatabase);
    expect(rows.filter(({ bytes }) => holds(bytes, marker)).map(({ table }) => table)).toEqual([]);
    expect(rows.some(({ bytes }) => holds(bytes, kept))).toBe(true);
    expect(filesHolding(system.directory, marker)).toEqual([]);
  });
});
