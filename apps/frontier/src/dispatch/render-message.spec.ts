import { randomUUID } from 'node:crypto';
import type { LeasedPage } from '@orbweaver/persistence';
import { crawlScope, scrapeSpec } from '@orbweaver/testing';
import { CompiledJob, type FrontierSpec } from '../jobs/compiled-jobs';
import { renderPageMessage } from './render-message';

const start = 'https://site.example/docs/';
const scrape = scrapeSpec({
  headers: { Authorization: 'Bearer x', 'X-Key': 'y', 'User-Agent': 'me', Referer: 'them' },
});
const crawl: FrontierSpec = {
  kind: 'crawl',
  url: start,
  scope: crawlScope({ allowExternalLinks: true, allowSubdomains: true }),
  limit: 10,
  sitemap: 'include',
  ignoreRobotsTxt: false,
  scrape,
};

/** The message for a page of a job whose start URL redirected to `originUrl`. */
function messageFor(url: string, spec: FrontierSpec, originUrl = start) {
  const page: LeasedPage = {
    id: randomUUID(),
    jobId: randomUUID(),
    teamId: randomUUID(),
    kind: spec.kind,
    originUrl,
    url,
    sourceUrl: url,
    depth: 1,
    isStart: false,
    isHidden: false,
    epoch: 1,
    attempt: 1,
    deferrals: 0,
    leaseUntilMs: Date.now(),
    waitedMs: 0,
  };
  return renderPageMessage(page, new CompiledJob(page.jobId, page.teamId, spec));
}

describe('renderPageMessage', () => {
  const all = ['Authorization', 'X-Key', 'User-Agent', 'Referer'];
  const open = ['User-Agent', 'Referer'];

  it.each<[string, string, FrontierSpec, string[]]>([
    ['the site of a crawl', 'https://site.example/docs/a', crawl, all],
    ['the site of a crawl with www. and another port', 'http://www.site.example:8080/', crawl, all],
    ['subdomains of a crawled site', 'https://docs.site.example/', crawl, all],
    ['no other site', 'https://other.example/', crawl, open],
    ['no site whose name contains that of the crawled one', 'https://site.example.evil.example/', crawl, open],
    ['every page of a batch', 'https://other.example/', { kind: 'batch', scrape }, all],
  ])('sends headers of the caller to %s', (_, url, spec, names) => {
    expect(Object.keys(messageFor(url, spec).spec.headers)).toEqual(names);
  });

  it('sends no headers of the caller to the site of a redirected start URL', () => {
    const there = 'https://other.example/';
    expect(Object.keys(messageFor(there, crawl, there).spec.headers)).toEqual(open);
  });
});
