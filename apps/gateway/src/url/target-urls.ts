import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type BatchUrl, HostList, type HostLists, type TeamHosts } from '@orbweaver/core';
import { CONFIG } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';
import { isProblem, readUrl, type TargetUrl } from './read-url';
import { RefusedHosts } from './refused-hosts';
import { RefusedUrls } from './refused-urls';

/** Maximum blocking time: a body can have 100,000s of URLs, and a list of hosts thousands of entries. */
const TURN_MS = 5;

export interface SortedUrls {
  urls: BatchUrl[];
  /** Rejected URLs as written. */
  invalid: string[];
  /** Their reasons. */
  refused: RefusedUrls;
}

/** Validates the URLs of requests. Counts and logs denied hosts. */
@Injectable()
export class TargetUrls {
  private readonly lists: HostLists;

  constructor(
    @Inject(CONFIG) config: Pick<GatewayConfig, 'EGRESS_ALLOW' | 'EGRESS_DENY'>,
    private readonly refusedHosts: RefusedHosts,
  ) {
    this.lists = { allowed: new HostList(config.EGRESS_ALLOW), closed: new HostList(config.EGRESS_DENY) };
  }

  /** @param path of the URL in the request @param hosts of the team, for pages to visit @throws ApiError 400, 403 for a denied host */
  require(path: (string | number)[], written: string, hosts?: TeamHosts): TargetUrl {
    const reading = readUrl(written, this.lists, hosts);
    if (!isProblem(reading)) return reading;
    const refused = new RefusedUrls().add(path, reading);
    this.refusedHosts.note(refused);
    throw refused.toError();
  }

  /** Sorts the URLs of a batch into valid and invalid. */
  async sort(list: readonly string[], hosts?: TeamHosts): Promise<SortedUrls> {
    const sorted: SortedUrls = { urls: [], invalid: [], refused: new RefusedUrls() };
    let turnBeganAt = performance.now();
    for (const [index, written] of list.entries()) {
      if (performance.now() - turnBeganAt > TURN_MS) {
        await yieldToEventLoop();
        turnBeganAt = performance.now();
      }
      const reading = readUrl(written, this.lists, hosts);
      if (isProblem(reading)) {
        sorted.invalid.push(written);
        sorted.refused.add(['urls', index], reading);
      } else {
        sorted.urls.push({ url: reading.url, sourceUrl: reading.sourceUrl });
      }
    }
    this.refusedHosts.note(sorted.refused);
    return sorted;
  }
}
