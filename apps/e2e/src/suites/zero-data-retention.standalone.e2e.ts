import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startWebhookReceiver, until, type WebhookReceiver } from '@orbweaver/testing';
import WebSocket from 'ws';
import type { ApiClient, ReplyBody } from '../harness/api-client';
import { dumpDatabase, withDatabase } from '../harness/dump-database';
import { filesHolding, holds } from '../harness/find-traces';
import { ReconnectingFollower } from '../harness/follow-events';
import { fetchDocuments, requestJob, waitForEnd } from '../harness/jobs';
import { startMarkedSite } from '../harness/marked-site';
import { addTeam } from '../harness/run-admin';
import type { SmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import { BOOTSTRAP_KEY, type System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';

const newMarker = () => `mark${randomBytes(9).toString('hex')}`;
const ERASED_WITHIN_MS = 30_000;

/** Traces of pages in a system with only zero data retention jobs. */
describe('zeroDataRetention', () => {
  let site: SmallSite;
  const directory = makeDirectory();
  const temporary = path.join(directory, 'tmp');
  let receiver: WebhookReceiver;
  let system: System;
  let api: ApiClient;

  beforeAll(async () => {
    mkdirSync(temporary);
    site = await startMarkedSite();
    receiver = await startWebhookReceiver();
    system = await startStandalone({ LOG_LEVEL: 'debug', TMPDIR: temporary }, directory);
    api = system.api();
  });
  afterAll(async () => {
    await system.stop();
    await receiver.close();
    await site.stop();
  });

  /** Places that contain a text: tables, /metrics, files (logs, temporary files, browser profiles, data). */
  const tracesOf = async (marker: string, { inDatabaseFiles }: { inDatabaseFiles: boolean }) => {
    const rows = await withDatabase(system, dumpDatabase);
    const metrics = await fetch(`${system.process('standalone').url}/metrics`).then((answer) => answer.text());
    const isLookedAt = (file: string) => inDatabaseFiles || !file.includes(`${path.sep}pgdata${path.sep}`);
    return {
      tables: [...new Set(rows.filter(({ bytes }) => holds(bytes, marker)).map(({ table }) => table))].sort(),
      metrics: holds(Buffer.from(metrics), marker),
      files: filesHolding(directory, marker, isLookedAt).map((file) => path.relative(directory, file)),
    };
  };
  const NO_TRACE = { tables: [], metrics: false, files: [] };

  const untilErased = (statusPath: string): Promise<ReplyBody> =>
    until(
      `erasure of ${statusPath}`,
      async () => {
        const [left] = await withDatabase(
          system,
          (database) => database.$queryRaw<{ left: number }[]>`
          SELECT count(*)::int AS left FROM jobs WHERE erase_due_at IS NOT NULL`,
        );
        const { body } = await api.get(statusPath);
        return left?.left === 0 && /zero data retention/.test(body.warning ?? '') ? body : undefined;
      },
      ERASED_WITHIN_MS,
    );

  it('leaves no trace of a scraped page, also after failures', async () => {
    const marker = newMarker();
    const team = system.api(await addTeam(system, ['--zero-data-retention', 'on']));
    const of = (kind: string) => `${site.origin}/${marker}/${kind}?q=${marker}`;
    const asked = { zeroDataRetention: true, maxAge: 0, headers: { 'x-secret': marker } };
    const browser = { formats: ['markdown', 'screenshot', 'rawHtml'], actions: [{ type: 'write', text: marker }] };
    const [page, missing, moved, shown, failed, refused, hanging, ofTeam, ofTeamV1] = await Promise.all([
      api.post('/v2/scrape', { url: of('a'), formats: ['markdown', 'links', 'summary'], ...asked }),
      api.post('/v2/scrape', { url: of('missing'), ...asked }),
      api.post('/v1/scrape', { url: of('moved'), zeroDataRetention: true, includeTags: [`.${marker}`, 'h1'] }),
      api.post('/v2/scrape', { url: of('b'), ...asked, ...browser, timeout: 60_000 }),
      api.post('/v2/scrape', { url: `http://${marker}.invalid/${marker}`, ...asked }),
      api.post('/v2/scrape', { url: of('reset'), ...asked }),
      api.post('/v2/scrape', { url: of('hangs'), ...asked, timeout: 1500 }),
      team.post('/v2/scrape', { url: of('c'), maxAge: 0 }),
      team.post('/v1/scrape', { url: of('d') }),
    ]);
    expect(page!.body.data).toMatchObject({
      markdown: expect.stringContaining(marker),
      metadata: { title: `${marker} a`, statusCode: 200, creditsUsed: 2 },
      warning: expect.stringMatching(/summary.* zero data retention/),
    });
    expect(missing!.body.data.metadata).toMatchObject({ statusCode: 404, creditsUsed: 2 });
    expect(moved!.body.data.metadata.url).toContain(`/${marker}/target`);
    expect(shown!.body.data).toMatchObject({ screenshot: expect.any(String), metadata: { creditsUsed: 2 } });
    expect(failed).toMatchObject({ status: 500, body: { code: 'SCRAPE_DNS_RESOLUTION_ERROR' } });
    expect(refused).toMatchObject({ status: 500, body: { success: false } });
    expect(hanging).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT' } });
    expect([ofTeam!.body, ofTeamV1!.body].map(({ data }) => data.metadata.creditsUsed)).toEqual([2, 2]);

    const again = await api.get(`/v2/scrape/${page!.body.data.metadata.scrapeId}`);
    expect(again).toMatchObject({ status: 404, body: { error: expect.stringMatching(/zero data retention/) } });
    expect(await tracesOf(marker, { inDatabaseFiles: true })).toEqual(NO_TRACE);
  });

  it('leaves no trace of a batch and a crawl after they were read', async () => {
    const marker = newMarker();
    const webhook = { url: receiver.url, metadata: { note: marker }, events: ['started', 'page', 'completed'] };
    const asked = { zeroDataRetention: true, webhook };
    const urls = ['a', 'b', 'missing', 'moved'].map((kind) => `${site.origin}/${marker}/${kind}?q=${marker}`);
    const failing = [`http://${marker}.invalid/`, `http://127.0.0.1:1/${marker}`];
    const batch = `/v2/batch/scrape/${await requestJob(api, '/v2/batch/scrape', { urls: [...urls, ...failing], ...asked })}`;
    const crawl = `/v2/crawl/${await requestJob(api, '/v2/crawl', {
      url: `${site.origin}/${marker}/`,
      limit: 20,
      excludePaths: [`/${marker}/b`],
      scrapeOptions: { headers: { 'x-secret': marker } },
      ...asked,
    })}`;
    const dead = `/v2/crawl/${await requestJob(api, '/v2/crawl', { url: `http://${marker}.invalid/`, ...asked })}`;
    for (const job of [batch, crawl, dead]) await waitForEnd(api, job);
    const errors = await api.get(`${batch}/errors`);
    expect(errors.body.errors).toHaveLength(2);
    const explained = await api.get(`/v2/crawl/${crawl.split('/').at(-1)}/urls?state=skipped&reason=robots`);
    expect(explained.body.urls).toHaveLength(1);
    await until(
      'all webhook events',
      () =>
        receiver.deliveries.filter(({ body }) => String(body.type).endsWith('.completed')).length === 2
          ? true
          : undefined,
      ERASED_WITHIN_MS,
    );
    const delivered = receiver.deliveries.filter(({ body }) => String(body.type).endsWith('.page'));
    expect(delivered.every(({ raw }) => raw.includes(`"title":"${marker}`))).toBe(true);

    const documents = [...(await fetchDocuments(api, batch)), ...(await fetchDocuments(api, crawl))];
    expect(documents.every(({ markdown }) => markdown?.includes(marker))).toBe(true);
    expect(documents.every(({ metadata }) => metadata.creditsUsed === 2)).toBe(true);
    expect(delivered).toHaveLength(documents.length);
    await fetchDocuments(api, dead);

    expect(await untilErased(batch)).toMatchObject({
      status: 'completed',
      completed: 4,
      total: 4,
      creditsUsed: 8,
      data: [],
    });
    expect(await untilErased(crawl)).toMatchObject({ success: true, status: 'completed', data: [] });
    expect(await untilErased(dead)).toMatchObject({ success: false, status: 'failed', data: [] });
    expect(await api.get(`${batch}/errors`)).toMatchObject({ status: 200, body: { errors: [], robotsBlocked: [] } });
    for (const path of [`${crawl}/urls`, `${crawl}/explain?url=${encodeURIComponent(urls[0]!)}`]) {
      expect(await api.get(path)).toMatchObject({ status: 404, body: { error: expect.stringMatching(/erased/) } });
    }
    const { scrapeId } = documents[0]!.metadata;
    expect(await api.get(`/v2/scrape/${scrapeId}`)).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/zero data retention/) },
    });
    // Database files contain deleted rows until Postgres overwrites them.
    expect(await tracesOf(marker, { inDatabaseFiles: false })).toEqual(NO_TRACE);
  });

  it('returns each page once to the official client, streams and WebSockets, and leaves no trace', async () => {
    const marker = newMarker();
    const { url } = system.process('standalone');
    const failing = `http://${marker}.invalid/`;
    const urls = [...['a', 'b', 'missing'].map((kind) => `${site.origin}/${marker}/${kind}`), failing];
    const options = { zeroDataRetention: true, pollInterval: 1 };

    const environment = new ClientEnvironment();
    const client = new ClientProcess(environment, url, BOOTSTRAP_KEY);
    try {
      const read = await client.call('v2', 'batchScrape', urls, { options: {}, ...options });
      expect(read.data).toHaveLength(3);
      // Clients request this after the last page of documents.
      const { errors } = await client.call('v2', 'getBatchScrapeErrors', read.id);
      expect(errors).toMatchObject([{ url: failing }]);
      const batch = `/v2/batch/scrape/${read.id}`;
      await untilErased(batch);
      expect((await api.get(`${batch}/errors`)).body).toMatchObject({ errors: [], warning: expect.any(String) });
      expect(await api.get(`${batch}?skip=1`)).toMatchObject({ status: 410 });
    } finally {
      await client.close();
      environment.remove();
    }

    const start = async () =>
      `/v2/batch/scrape/${await requestJob(api, '/v2/batch/scrape', { urls, zeroDataRetention: true })}`;
    const [streamed, watched] = [await start(), await start()];
    const follower = new ReconnectingFollower(() => `${url}${streamed}/events`, ERASED_WITHIN_MS);
    const socket = new WebSocket(url.replace('http', 'ws') + watched, [BOOTSTRAP_KEY]);
    const frames: string[] = [];
    socket.on('message', (frame) => frames.push(String(frame)));
    const closed = once(socket, 'close');
    await follower.toEnd();
    expect(follower.documents).toHaveLength(3);
    const [code, reason] = await closed;
    expect({ code, reason: String(reason) }).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(frames.join().match(/"scrapeId":"/g)).toHaveLength(3);
    await untilErased(streamed);
    await untilErased(watched);
    expect(await tracesOf(marker, { inDatabaseFiles: false })).toEqual(NO_TRACE);
  });

  it('finds the traces of an ordinary scrape (control)', async () => {
    const marker = newMarker();
    const kept = await api.post('/v2/scrape', { url: `${site.origin}/${marker}/a?q=${marker}` });
    expect((await api.get(`/v2/scrape/${kept.body.data.metadata.scrapeId}`)).body.data.markdown).toContain(marker);
    const traces = await tracesOf(marker, { inDatabaseFiles: true });
    expect(traces.tables).toEqual(expect.arrayContaining(['documents', 'jobs', 'pages']));
    expect(traces.files.some((file) => file.includes('pg_wal'))).toBe(true);
  });
});
