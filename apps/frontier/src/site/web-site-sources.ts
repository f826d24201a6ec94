import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PageFailureReason } from '@orbweaver/core';
import {
  createEgressGuard,
  createHttpClient,
  fetchRobots,
  type HttpClient,
  RobotsRules as RobotsFile,
  readSitemaps,
  type SitemapBatch,
} from '@orbweaver/egress';
import { CONFIG, secureContextOf, siteRoutes } from '@orbweaver/platform';
import { type FrontierConfig, ROBOTS_TIMEOUT_MS } from '../frontier.config';
import { type RobotsAnswer, type SiteAccess, type SitemapQuestion, SiteSources } from './site-sources';

const USER_AGENT = 'Mozilla/5.0 (compatible; Orbweaver/1.0)';
/** The site is unreachable. Its pages fail too, with a more specific reason. */
const noServer: ReadonlySet<PageFailureReason> = new Set(['dns', 'refused', 'tls', 'egress-denied', 'invalid-url']);
const MAX_SITEMAP_FILES = 100;

@Injectable()
export class WebSiteSources extends SiteSources implements OnApplicationShutdown {
  private readonly client: HttpClient;

  constructor(@Inject(CONFIG) config: FrontierConfig) {
    super();
    const guard = createEgressGuard({ allow: config.EGRESS_ALLOW, deny: config.EGRESS_DENY });
    const secureContext = secureContextOf(config.EXTRA_CA_CERTS);
    this.client = createHttpClient({ guard, userAgent: USER_AGENT, routes: siteRoutes(config), secureContext });
  }

  async robots(origin: string, { userAgent, skipTlsVerification }: SiteAccess): Promise<RobotsAnswer> {
    const signal = AbortSignal.timeout(ROBOTS_TIMEOUT_MS);
    const fetched = await fetchRobots(this.client, origin, { userAgent, skipTlsVerification, signal });
    if (fetched.outcome === 'unreachable' && !(fetched.failure && noServer.has(fetched.failure.reason)))
      return { rules: undefined, isLasting: false };
    const text = fetched.outcome === 'unreachable' ? '' : fetched.text;
    const file = new RobotsFile(text, origin);
    const rules = {
      isAllowed: (url: string) => file.isAllowed(url, userAgent),
      crawlDelaySeconds: file.crawlDelaySeconds(userAgent),
      sitemaps: file.sitemaps,
      characters: text.length,
    };
    return { rules, isLasting: fetched.outcome !== 'unreachable' };
  }

  sitemaps({ urls, access, ...bounds }: SitemapQuestion): AsyncIterable<SitemapBatch> {
    return readSitemaps(this.client, urls, { maxFiles: MAX_SITEMAP_FILES, ...access, ...bounds });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}
