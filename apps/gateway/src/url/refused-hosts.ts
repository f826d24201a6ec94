import { Inject, Injectable } from '@nestjs/common';
import { type EventLog, LOG, METRICS } from '@orbweaver/platform';
import { Counter, type Registry } from 'prom-client';
import type { HostRefusal } from './read-url';
import type { RefusedUrls } from './refused-urls';

const causes: readonly HostRefusal['cause'][] = ['closed', 'not-public'];

/** Tells the operator of requests for hosts that may not be visited: in a metric, and by a line of the log each. */
@Injectable()
export class RefusedHosts {
  private readonly urls: Counter<'cause'>;
  private readonly requests: Counter<'cause'>;

  constructor(
    @Inject(METRICS) registry: Registry,
    @Inject(LOG) private readonly log: EventLog,
  ) {
    this.urls = new Counter({
      name: 'orbweaver_urls_refused_total',
      help: 'URLs of requests that were refused for their host, by cause: closed (by EGRESS_DENY) or not-public',
      labelNames: ['cause'],
      registers: [registry],
    });
    this.requests = new Counter({
      name: 'orbweaver_requests_with_refused_urls_total',
      help: 'Requests with URLs that were refused for their host, however many, by cause: closed (by EGRESS_DENY) or not-public; one with both counts for both',
      labelNames: ['cause'],
      registers: [registry],
    });
    // What counts from its first time on is seen to grow from nothing.
    for (const cause of causes) {
      this.urls.inc({ cause }, 0);
      this.requests.inc({ cause }, 0);
    }
  }

  /** Call this once a request. */
  note({ byHost, firstHost }: Pick<RefusedUrls, 'byHost' | 'firstHost'>): void {
    if (firstHost === undefined) return;
    for (const cause of causes) {
      this.urls.inc({ cause }, byHost[cause]);
      if (byHost[cause] > 0) this.requests.inc({ cause });
    }
    const urls = byHost.closed + byHost['not-public'];
    this.log.info('url-refused', { cause: firstHost.cause, detail: firstHost.detail(), urls });
  }
}
