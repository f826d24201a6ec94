import { Inject, Injectable } from '@nestjs/common';
import { type MapLink, parseUrl, permitsUrl, redactUrl, siteDomain } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import { type Database, readSitePages } from '@orbweaver/persistence';
import { CIPHER, DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import { isUnreadable, readSiteSitemaps } from '../site/site-sitemaps';
import { SiteSources } from '../site/site-sources';
import { decryptNamings } from './decrypt-namings';
import { FollowLinks } from './follow-links';
import { accessOf, HostPace, NO_RULES } from './host-pace';
import type { MapRun } from './map-run';
import { rankUrls } from './rank-urls';

/** Sitemaps may list other hosts and URLs that the map excludes. */
const MAX_SITEMAP_URLS = 500_000;
/** Indexes of large sites list hundreds of files with 100 to 1000 URLs each. They are read one after another. */
const MAX_SITEMAP_FILES = 1_000;
const MAX_STORED_PAGES = 10_000;

/** Discovers the URLs of a site from its sitemaps, its links and the stored pages of the team. */
@Injectable()
export class SiteMapper {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOG) private readonly log: EventLog,
    private readonly site: SiteSources,
    private readonly pace: HostPace,
    private readonly links: FollowLinks,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
  ) {}

  /** The URLs in order, cut to the limit. If the map ends early, only the URLs found so far. */
  async map(run: MapRun): Promise<MapLink[]> {
    const { spec } = run.map;
    const sources = [
      ...(spec.sitemap === 'skip' ? [] : [this.readSitemaps(run)]),
      ...(spec.sitemap === 'only' ? [] : [this.links.follow(run)]),
      ...(spec.sitemap === 'only' || !spec.usesStoredPages ? [] : [this.addStoredPages(run)]),
    ];
    for (const source of await Promise.allSettled(sources)) {
      if (source.status === 'fulfilled' || run.signal.aborted) continue;
      this.log.error('map-source-failed', { mapId: run.map.mapId }, source.reason);
      run.warn('A source of URLs failed because of an internal error.');
    }
    const links = spec.includesStart ? run.found.toListFrom(spec.url) : run.found.toList();
    if (spec.search === undefined) return links.slice(0, spec.limit);
    const [start, others] = spec.includesStart ? [links.slice(0, 1), links.slice(1)] : [[], links];
    return [...start, ...(await rankUrls(others, spec.search))].slice(0, spec.limit);
  }

  private async readSitemaps(run: MapRun): Promise<void> {
    const { map, signal, found } = run;
    // robots.txt names sitemaps, even if the map ignores its rules. Without it, the usual places are read.
    const rules = (await this.pace.sitemapRules(map, signal)) ?? NO_RULES;
    const access = accessOf(map);
    const question = {
      startUrl: map.spec.url,
      rules,
      access,
      mayRead: (url: string) => permitsUrl(map.spec.scrape.hosts, url),
      signal,
      maxUrls: MAX_SITEMAP_URLS,
      maxFiles: MAX_SITEMAP_FILES,
    };
    for await (const { sitemap, urls, titles, problem, isUnread } of readSiteSitemaps(this.site, question)) {
      if (isUnreadable(problem) && !signal.aborted) {
        this.log.info('sitemap-unread', { url: redactUrl(sitemap), detail: problem });
        if (isUnread) run.warn(`The sitemap ${redactUrl(sitemap)} was not read completely.`);
      }
      for (const url of urls) found.add(url, { title: titles?.get(url) });
      for (const [url, title] of titles ?? []) found.add(url, { title });
      if (found.isFull) return;
    }
  }

  private async addStoredPages({ map, found, signal }: MapRun): Promise<void> {
    const start = new URL(map.spec.url);
    const domain = siteDomain(start);
    const question = { teamId: map.teamId, domain, limit: MAX_STORED_PAGES };
    // No page of the site links to servers on other ports, such as other applications on one address.
    const pages = (await readSitePages(this.database, question)).filter(
      ({ url }) => parseUrl(url)?.port === start.port,
    );
    for (const { url, title, description } of pages) found.add(url, { title, description });
    for await (const { url, naming } of decryptNamings(this.database, this.cipher, pages)) {
      if (signal.aborted) return;
      found.add(url, naming);
    }
  }
}
