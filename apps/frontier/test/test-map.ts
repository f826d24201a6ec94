import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { MapReply, RenderPage } from '@orbweaver/contracts';
import type { MapLink, MapSpec } from '@orbweaver/core';
import { ContentCipher } from '@orbweaver/object-store';
import type { Database } from '@orbweaver/persistence';
import { Stopping } from '@orbweaver/platform';
import { crawlScope, RecordingPublisher, scrapeSpec } from '@orbweaver/testing';
import { frontierConfig } from '../src/frontier.config';
import { FollowLinks } from '../src/map/follow-links';
import { HostPace } from '../src/map/host-pace';
import { MapPages, type MappedResult } from '../src/map/map-pages';
import { MapRuns } from '../src/map/map-runs';
import { SiteMapper } from '../src/map/site-mapper';
import { HostConcurrency } from '../src/pace/host-concurrency';
import { RobotsCache } from '../src/site/robots-cache';
import { WebSiteSources } from '../src/site/web-site-sources';
import { watchedLog } from './assemble-frontier';

export interface MapResult {
  links: MapLink[];
  urls: string[];
  isCut: boolean;
  isStopped: boolean;
  warnings: string[];
  tookMs: number;
}

const now = () => new Date();

export const mapSpec = (url: string, changes: Partial<MapSpec> = {}): MapSpec => ({
  url,
  limit: 5000,
  sitemap: 'include',
  scope: crawlScope({ allowSubdomains: true, ignoreQueryParameters: true, deduplicateSimilarURLs: false }),
  filterByPath: true,
  includesStart: false,
  usesStoredPages: true,
  ignoreRobotsTxt: false,
  scrape: scrapeSpec({ formats: [], timeoutMs: 2_000 }),
  ...changes,
});

/** Maps of real sites, with a stand-in that fetches pages and finds their links. */
export function startTestMaps(database: Database, settings: object = {}, cipher = new ContentCipher()) {
  const config = frontierConfig.parse({ EGRESS_ALLOW: '127.0.0.0/8', ...settings });
  const publisher = new RecordingPublisher();
  const sources = new WebSiteSources(config);
  const pace = new HostPace(database, now, new RobotsCache(sources, now, watchedLog));
  const pages = new MapPages(publisher, now);
  const links = new FollowLinks(pages, pace, new HostConcurrency(config, now), config, now);
  const mapper = new SiteMapper(database, watchedLog, sources, pace, links, cipher);
  const stopping = new Stopping();
  const runs = new MapRuns(publisher, now, config, watchedLog, stopping, mapper);
  const fetched: string[] = [];
  publisher.onPublish = ({ topic, message }) => {
    if (topic !== 'renderInteractive') return;
    const page = message as RenderPage;
    fetched.push(page.url);
    const { pageId } = page;
    void render(page).then((result) => pages.receive({ type: 'PageMapped', mapId: page.jobId, pageId, result }));
  };

  const replies = (mapId: string) =>
    publisher.messages.flatMap(({ message }) =>
      'mapId' in message && message.mapId === mapId && !('spec' in message) ? [message as MapReply] : [],
    );
  const map = async (
    spec: MapSpec,
    {
      ttlMs = 30_000,
      teamId = randomUUID(),
      ...marks
    }: { ttlMs?: number; teamId?: string; zeroDataRetention?: true } = {},
  ): Promise<MapResult> => {
    const mapId = randomUUID();
    const startedAt = performance.now();
    runs.start({ type: 'MapSite', mapId, teamId, spec, ttlMs, ...marks }, ttlMs);
    await runs.onModuleDestroy();
    const tookMs = performance.now() - startedAt;
    const links: MapLink[] = [];
    for (const reply of replies(mapId)) {
      if (reply.type === 'UrlsMapped') links.push(...(JSON.parse(gunzipSync(reply.links).toString()) as MapLink[]));
    }
    const ended = replies(mapId).at(-1);
    if (ended?.type !== 'MapEnded') throw new Error('the map has not ended');
    return {
      links,
      urls: links.map(({ url }) => url),
      isCut: ended.isCut,
      isStopped: ended.isStopped === true,
      warnings: ended.warnings,
      tookMs,
    };
  };
  return { map, runs, replies, fetched, stopping, publisher, close: () => sources.onApplicationShutdown() };
}

export type TestMaps = ReturnType<typeof startTestMaps>;

async function render({ url, spec }: RenderPage): Promise<MappedResult> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(spec.timeoutMs) });
    if (response.status === 429)
      return { kind: 'deferred', retryAfterMs: 1000 * Number(response.headers.get('retry-after')) };
    const html = await response.text();
    const found = [...html.matchAll(/<a href="([^"]*)">([^<]*)/g)];
    const outlinks = found.map(([, href = '']) => new URL(href, response.url).href);
    const linkTexts = found.map(([, , text = '']) => text);
    return { kind: 'done', statusCode: response.status, finalUrl: response.url, outlinks, linkTexts };
  } catch (error) {
    return { kind: 'failed', failure: { reason: 'timed-out', message: String(error) } };
  }
}
