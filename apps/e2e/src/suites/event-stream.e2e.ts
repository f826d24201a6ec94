import { type FixtureSite, startFixtureSite, treePath, until } from '@orbweaver/testing';
import { followEvents, ReconnectingFollower, type StreamEvent } from '../harness/follow-events';
import { fetchDocuments, requestJob, runJob, urlsOf } from '../harness/jobs';
import { System } from '../harness/system';

const FOLLOWS_WITHIN_MS = 60_000;

/**
 * The process that serves the streams, the signal that ends it, and the documents before that. A killed standalone
 * process repeats unstored documents after half a minute; the chaos suite covers that.
 */
const GATEWAY_ENDS = {
  kafka: [
    'gateway',
    [
      ['SIGKILL', 10],
      ['SIGTERM', 25],
    ],
  ],
  standalone: ['standalone', [['SIGTERM', 15]]],
} as const;

describe('the event stream of a job', () => {
  const system = System.shared();
  const api = system.api();
  let site: FixtureSite;
  beforeEach(async () => {
    site = await startFixtureSite({ treePages: 13 });
  });
  afterEach(() => site.close());

  const all = async (path: string, lastEventId?: string): Promise<StreamEvent[]> => {
    const events: StreamEvent[] = [];
    for await (const event of followEvents(api.nextBaseUrl() + path, lastEventId)) events.push(event);
    return events;
  };
  const ordinals = (events: readonly StreamEvent[]) =>
    events.filter(({ event }) => event === 'document').map(({ id }) => Number(id));
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it.each(['/v2/crawl', '/v2/batch/scrape'])('sends every page of %s once and in order, then the end', async (path) => {
    const urls = Array.from({ length: 13 }, (_, page) => site.main + treePath(page));
    const body = path.endsWith('crawl') ? { url: `${site.main}/tree/`, delay: 0.1 } : { urls, maxConcurrency: 1 };
    const id = await requestJob(api, path, body);
    const events = await all(`${path}/${id}/events`);
    expect(events[0]).toMatchObject({ event: 'status', data: { success: true, status: 'scraping' } });
    expect(ordinals(events)).toEqual(upTo(13));
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'completed', completed: 13, total: 13 } });
    const documents = events.slice(1, -1).map(({ data }) => data);
    expect(documents).toEqual(await fetchDocuments(api, `${path}/${id}`));
  });

  it('resumes after Last-Event-ID on any gateway, and ends at once after the last event', async () => {
    const { id, documents } = await runJob(api, '/v2/crawl', { url: `${site.main}/tree/` });
    for (const last of [5, 12, 13]) {
      const events = await all(`/v2/crawl/${id}/events`, String(last));
      expect(ordinals(events)).toEqual(upTo(13).slice(last));
      expect(urlsOf(events.slice(1, -1).map(({ data }) => data))).toEqual(urlsOf(documents.slice(last)));
    }
    const headers = { 'last-event-id': 'done' };
    expect((await api.send('GET', `/v2/crawl/${id}/events`, undefined, headers)).status).toBe(204);
  });

  it('sends a page immediately after it is stored, from every gateway', async () => {
    const large = await startFixtureSite({ treePages: 15, treeDelayMs: 200 });
    const id = await requestJob(api, '/v2/crawl', { url: `${large.main}/tree/`, maxConcurrency: 1, sitemap: 'skip' });
    const seen = new Map<string, number>();
    const noteStatus = async () => {
      // Each response counts the committed documents.
      for (let done = false; !done; ) {
        const { body } = await api.get(`/v2/crawl/${id}?limit=1`);
        for (let ordinal = 1; ordinal <= body.completed; ordinal += 1) {
          if (!seen.has(String(ordinal))) seen.set(String(ordinal), Date.now());
        }
        done = body.status !== 'scraping';
      }
    };
    const lags: number[] = [];
    const note = async (baseUrl: string) => {
      for await (const { event, id: ordinal } of followEvents(`${baseUrl}/v2/crawl/${id}/events`)) {
        if (event !== 'document' || ordinal === undefined) continue;
        const at = Date.now();
        const committed = await until('the status', () => seen.get(ordinal), 10_000);
        lags.push(Math.max(0, at - committed));
      }
    };
    await Promise.all([noteStatus(), ...system.baseUrls.map(note)]);
    await large.close();
    expect(lags).toHaveLength(15 * system.baseUrls.length);
    lags.sort((a, b) => a - b);
    // Ten times the usual lag. A stream that only polls would lag by 2.5 s.
    expect(lags[Math.floor(lags.length / 2)]).toBeLessThan(1000);
  });

  it(
    'resumes after the death of its gateway with every page once',
    async () => {
      const large = await startFixtureSite({ treePages: 60, treeDelayMs: 50 });
      try {
        const id = await requestJob(api, '/v2/crawl', {
          url: `${large.main}/tree/`,
          maxConcurrency: 2,
          sitemap: 'skip',
          scrapeOptions: { maxAge: 0, timeout: 5000 },
        });
        const [role, ends] = GATEWAY_ENDS[system.kind];
        const { url } = system.process(role);
        const followers = [0, 1, 2].map(
          () => new ReconnectingFollower(() => `${url}/v2/crawl/${id}/events`, FOLLOWS_WITHIN_MS),
        );
        const followed = Promise.all(followers.map((follower) => follower.toEnd()));
        for (const [signal, documents] of ends) {
          await until(
            `${documents} documents`,
            () => followers.every((follower) => follower.documents.length >= documents),
            FOLLOWS_WITHIN_MS,
          );
          await system.kill(role, 0, signal);
          await system.restart(role);
        }
        await followed;
        for (const follower of followers) {
          expect(follower.connections).toBeGreaterThan(ends.length);
          expect(ordinals(follower.events)).toEqual(upTo(60));
          expect(new Set(urlsOf(follower.documents.map(({ data }) => data))).size).toBe(60);
        }
      } finally {
        await large.close();
      }
    },
    2 * FOLLOWS_WITHIN_MS,
  );
});
