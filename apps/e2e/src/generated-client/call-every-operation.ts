/**
 * Code of a client's user, compiled against the types (./openapi) that openapi-typescript generates from a running
 * service. Not part of this package's compilation.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi';
import type { Called, TypedTarget } from './target';

type State = components['schemas']['JobState'];

/** Every field except `url` has a default, so the types must not require others. */
const leastRequest: components['schemas']['V2ScrapeRequest'] = { url: 'https://example.com' };

const options: components['schemas']['V2ScrapeOptions'] = {
  formats: ['markdown', { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
  parsers: [{ type: 'pdf', maxPages: 2 }],
  location: { country: 'DE' },
  maxAge: 0,
};

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

function toForm({ file, options }: { file: string; options?: object }): FormData {
  const form = new FormData();
  form.append('file', new Blob([file]), 'file');
  if (options !== undefined) form.append('options', JSON.stringify(options));
  return form;
}

export async function callEveryOperation({ baseUrl, key, site, webhook }: TypedTarget): Promise<Called[]> {
  const called: Called[] = [];
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  client.use({
    onResponse: ({ request, response, schemaPath }) => {
      called.push([`${request.method.toLowerCase()} ${schemaPath}`, response.status]);
    },
  });
  const at = (id: string) => ({ params: { path: { id } } });
  const url = `${site}/tree/`;
  const urls = [url];
  /** Long enough to be cancelled. */
  const slow = { url, delay: 30 };
  const many = { urls: Array.from({ length: 200 }, () => url), maxConcurrency: 1 };

  const ended = async (ask: () => Promise<{ data?: { status: State } | undefined }>) => {
    for (;;) {
      const state = (await ask()).data?.status;
      if (state === undefined) throw new Error('the job has no status');
      if (state !== 'scraping') return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  const page = await client.POST('/v2/scrape', { body: { ...leastRequest, url, ...options } });
  const markdown: string | undefined = page.data?.data.markdown;
  if (markdown === undefined) throw new Error(page.error?.error ?? 'the page has no markdown');
  await client.GET('/v2/scrape/{id}', at(idOf({ id: page.data?.data.metadata.scrapeId })));
  const file = { body: { file: '<h1>File</h1>', options: { onlyMainContent: false } }, bodySerializer: toForm };
  const parsed: string | undefined = (await client.POST('/v2/parse', file)).data?.data.markdown;
  if (parsed === undefined) throw new Error('the file has no markdown');
  await client.POST('/v2/search', { body: { query: 'lamps', sources: ['web', { type: 'news' }] } });

  await client.POST('/v2/extract', { body: { urls, prompt: 'All lamps', schema: { type: 'object' } } });
  const data: unknown = (await client.GET('/v2/extract/{id}', at(UNKNOWN_ID))).data?.data;
  if (data !== undefined) throw new Error('an unknown extract has data');
  await client.DELETE('/v2/extract/{id}', at(UNKNOWN_ID));

  const map: components['schemas']['V2MapRequest'] = { url, search: 'page', limit: 5, sitemap: 'skip' };
  const links = (await client.POST('/v2/map', { body: map })).data?.links ?? [];
  const title: string | undefined = links[0]?.title;
  if (title === undefined) throw new Error('the map has no titles');
  await client.POST('/v1/map', { body: { url, limit: 5 } });

  const batch = idOf((await client.POST('/v2/batch/scrape', { body: { urls, ...options } })).data);
  await ended(() => client.GET('/v2/batch/scrape/{id}', at(batch)));
  await client.GET('/v2/jobs/{id}/request', at(batch));
  await client.POST('/v2/jobs/{id}/retry', at(batch));
  await client.POST('/v2/jobs/{id}/retry-failed', at(batch));
  await client.GET('/v2/batch/scrape/{id}/errors', at(batch));
  await client.DELETE('/v2/batch/scrape/{id}/errors', at(batch));
  await client.GET('/v2/batch/scrape/{id}/urls', at(batch));
  await client.GET('/v2/batch/scrape/{id}/events', { ...at(batch), parseAs: 'text' });
  await client.GET('/v2/batch/scrape/{id}/export', { ...at(batch), parseAs: 'text' });
  await client.DELETE('/v2/jobs/{id}/documents', at(batch));
  await client.GET('/v2/jobs/{id}/erasure', at(batch));
  const longBatch = idOf((await client.POST('/v2/batch/scrape', { body: many })).data);
  await client.DELETE('/v2/batch/scrape/{id}', at(longBatch));

  const body: components['schemas']['V2CrawlRequest'] = {
    url,
    limit: 2,
    webhook: { url: webhook, events: ['page', 'crawl.completed'] },
    scrapeOptions: options,
  };
  await client.POST('/v2/crawl/preview', { body: { url, urls: [url, { url: `${url}1`, depth: 2 }] } });
  await client.POST('/v2/crawl/params-preview', { body: { url, prompt: 'only the blog' } });
  const crawl = idOf((await client.POST('/v2/crawl', { body })).data);
  await client.GET('/v2/crawl/active');
  await client.GET('/v2/crawl/ongoing');
  await ended(() => client.GET('/v2/crawl/{id}', { params: { path: { id: crawl }, query: { limit: 1 } } }));
  await client.GET('/v2/crawl/{id}/explain', { params: { path: { id: crawl }, query: { url } } });
  await client.GET('/v2/crawl/{id}/urls', { params: { path: { id: crawl }, query: { state: 'done' } } });
  await client.GET('/v2/crawl/{id}/errors', at(crawl));
  await client.DELETE('/v2/crawl/{id}/errors', at(crawl));
  await client.GET('/v2/crawl/{id}/events', { ...at(crawl), parseAs: 'text' });
  await client.GET('/v2/crawl/{id}/export', { ...at(crawl), parseAs: 'text' });
  const longCrawl = idOf((await client.POST('/v2/crawl', { body: slow })).data);
  await client.DELETE('/v2/crawl/{id}', at(longCrawl));

  const { data: log } = await client.GET('/v2/webhooks/deliveries', { params: { query: { jobId: crawl } } });
  const delivery = idOf(log?.deliveries[0]);
  await client.GET('/v2/webhooks/deliveries/{id}', at(delivery));
  await client.POST('/v2/webhooks/deliveries/{id}/redeliver', at(delivery));
  await client.POST('/v2/webhooks/deliveries/redeliver', { body: { jobId: crawl } });

  const target = { type: 'crawl' as const, request: { url, limit: 1 } };
  const schedule = idOf(
    (await client.POST('/v2/schedules', { body: { name: 'generated', cron: '0 6 * * 1-5', target } })).data?.schedule,
  );
  await client.GET('/v2/schedules');
  await client.GET('/v2/schedules/{id}', at(schedule));
  await client.PATCH('/v2/schedules/{id}', { ...at(schedule), body: { paused: true } });
  const runId = idOf((await client.POST('/v2/schedules/{id}/run', at(schedule))).data?.run);
  await client.GET('/v2/schedules/{id}/runs', at(schedule));
  await client.GET('/v2/schedules/{id}/runs/{runId}', { params: { path: { id: schedule, runId } } });
  await client.DELETE('/v2/schedules/{id}', at(schedule));

  await client.GET('/v2/webhooks/secret');
  await client.POST('/v2/webhooks/secret/rotate', { body: {} });

  await client.GET('/v2/concurrency-check');
  await client.GET('/v2/team');
  await client.GET('/v2/team/usage');
  await client.GET('/v2/team/keys');
  const added = await client.POST('/v2/team/keys', { body: { name: 'generated' } });
  await client.POST('/v2/team/keys/{id}/rotate', { ...at(idOf(added.data?.key)), body: { overlapSeconds: 0 } });
  await client.DELETE('/v2/team/keys/{id}', at(idOf(added.data?.key)));
  await client.GET('/v2/jobs', { params: { query: { kind: 'crawl', search: site } } });
  await client.GET('/v2/team/queue-status');
  await client.GET('/v2/team/credit-usage');
  await client.GET('/v2/team/credit-usage/historical', { params: { query: { byApiKey: 'true' } } });
  await client.GET('/v2/team/token-usage');
  await client.GET('/v2/team/token-usage/historical');

  const old = await client.POST('/v1/scrape', { body: { url, formats: ['markdown', 'screenshot@fullPage'] } });
  await client.GET('/v1/scrape/{id}', at(idOf({ id: old.data?.data.metadata.scrapeId })));
  const oldBatch = idOf((await client.POST('/v1/batch/scrape', { body: { urls } })).data);
  await ended(() => client.GET('/v1/batch/scrape/{id}', at(oldBatch)));
  await client.GET('/v1/batch/scrape/{id}/errors', at(oldBatch));
  await client.DELETE('/v1/batch/scrape/{id}/errors', at(oldBatch));
  const longOldBatch = idOf((await client.POST('/v1/batch/scrape', { body: many })).data);
  await client.DELETE('/v1/batch/scrape/{id}', at(longOldBatch));
  const oldCrawl = idOf((await client.POST('/v1/crawl', { body: { url, limit: 1, maxDepth: 3 } })).data);
  await client.GET('/v1/crawl/active');
  await client.GET('/v1/crawl/ongoing');
  await ended(() => client.GET('/v1/crawl/{id}', at(oldCrawl)));
  await client.GET('/v1/crawl/{id}/errors', at(oldCrawl));
  await client.DELETE('/v1/crawl/{id}/errors', at(oldCrawl));
  const longOldCrawl = idOf((await client.POST('/v1/crawl', { body: slow })).data);
  await client.DELETE('/v1/crawl/{id}', at(longOldCrawl));
  await client.GET('/v1/concurrency-check');
  await client.GET('/v1/team/queue-status');
  await client.GET('/v1/team/credit-usage');
  await client.GET('/v1/team/credit-usage/historical');
  await client.GET('/v1/team/token-usage');
  await client.GET('/v1/team/token-usage/historical');
  await client.POST('/v1/parse', { body: { file: 'text' }, bodySerializer: toForm });
  await client.POST('/v1/search', { body: { query: 'lamps' } });
  await client.POST('/v1/extract', { body: { urls, prompt: 'All lamps' } });
  await client.GET('/v1/extract/{id}', at(UNKNOWN_ID));
  await client.DELETE('/v1/extract/{id}', at(UNKNOWN_ID));

  const name = `team-${Date.now()}`;
  const team = (await client.POST('/admin/v1/teams', { body: { name, maxConcurrency: 5 } })).data?.team;
  const teamId = idOf(team);
  await client.GET('/admin/v1/teams', { params: { query: { limit: 1 } } });
  await client.GET('/admin/v1/teams/{id}', at(teamId));
  await client.PATCH('/admin/v1/teams/{id}', { ...at(teamId), body: { jobsPerMinute: null } });
  await client.GET('/admin/v1/teams/{id}/webhook-secret', at(teamId));
  await client.POST('/admin/v1/teams/{id}/webhook-secret/rotate', { ...at(teamId), body: { overlapSeconds: 60 } });
  await client.POST('/admin/v1/teams/{id}/disable', at(teamId));
  await client.POST('/admin/v1/teams/{id}/enable', at(teamId));
  await client.POST('/admin/v1/teams/{id}/credits', { ...at(teamId), body: { amount: 5 } });
  await client.GET('/admin/v1/teams/{id}/credits', at(teamId));
  const made = await client.POST('/admin/v1/keys', { body: { teamId, name: 'made' } });
  const secret: string | undefined = made.data?.secret;
  if (secret === undefined) throw new Error('the key has no secret');
  const keyId = idOf(made.data?.key);
  await client.GET('/admin/v1/keys');
  await client.GET('/admin/v1/keys/{id}', at(keyId));
  await client.POST('/admin/v1/keys/{id}/rotate', { ...at(keyId), body: {} });
  await client.DELETE('/admin/v1/keys/{id}', at(keyId));
  const doomed = idOf((await client.POST('/v2/batch/scrape', { body: many })).data);
  await client.GET('/admin/v1/jobs', { params: { query: { state: 'scraping' } } });
  await client.GET('/admin/v1/jobs/{id}', at(doomed));
  await client.POST('/admin/v1/jobs/{id}/cancel', at(doomed));
  await client.POST('/admin/v1/jobs/{id}/retry', at(crawl));
  await client.DELETE('/admin/v1/jobs/{id}/documents', at(batch));
  await client.GET('/admin/v1/jobs/{id}/erasure', at(batch));
  const dead = await client.GET('/admin/v1/webhooks/deliveries', { params: { query: { state: 'delivered' } } });
  await client.POST('/admin/v1/webhooks/deliveries/{id}/redeliver', at(idOf(dead.data?.deliveries[0])));
  await client.POST('/admin/v1/webhooks/deliveries/redeliver', { body: { teamId } });
  await client.GET('/admin/v1/audit');
  await client.GET('/admin/v1/system');
  await client.GET('/admin/v1/dead-letters');
  await client.POST('/admin/v1/dead-letters/replay', { body: { offset: 'all' } });
  await client.GET('/admin/v1/usage', { params: { query: { teamId } } });

  await client.GET('/v0/health/liveness');
  await client.GET('/v0/health/readiness');
  await client.GET('/is-production');
  return called;
}

function idOf(answer: { id?: string | undefined } | undefined): string {
  if (answer?.id === undefined) throw new Error('the answer has no id');
  return answer.id;
}
