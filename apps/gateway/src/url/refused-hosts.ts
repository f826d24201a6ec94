import { Inject, Injectable } from '@nestjs/common';
import { type EventLog, LOG, METRICS } from '@orbweaver/platform';
import { Counter, type Registry } from 'prom-client';
import type { HostRefusal } from './read-url';
import type { RefusedUrls } from './refused-urls';

const causes: readonly HostRefusal['cause'][] = ['closed', 'not-public'];

/** Counts and logs requests for denied hosts. */
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
      help: 'URLs in requests rejected because of their host, by cause: closed (by EGRESS_DENY) or not-public',
      labelNames: ['cause'],
      registers: [registry],
    });
    this.requests = new Counter({
      name: 'orbweaver_requests_with_refused_urls_total',
      help: 'Requests with at least one URL rejected because of its host, by cause: closed (by EGRESS_DENY) or not-public',
      labelNames: ['cause'],
      registers: [registry],
    });
    // Initialised to 0, so that rate() sees the first increment.
    for (const cause of causes) {
      this.urls.inc({ cause }, 0);
      this.requests.inc({ cause }, 0);
    }
  }

  /** Call once per request. */
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
