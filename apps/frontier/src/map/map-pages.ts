import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type MapSite, markOf, type PageMapped, withTtl } from '@orbweaver/contracts';
import type { Clock } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { CLOCK, PUBLISHER, waitFor } from '@orbweaver/platform';

export type MappedResult = PageMapped['result'];

/** For the way of a page that used its whole time limit. */
const RETURN_MS = 1_000;

/** Fetches pages of maps through the renderers. No table contains them, and a lost reply times out. */
@Injectable()
export class MapPages {
  private readonly waiting = new Map<string, (result: MappedResult) => void>();

  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  receive({ pageId, result }: PageMapped): void {
    this.waiting.get(pageId)?.(result);
  }

  /** Undefined without a reply in time. */
  async fetch(
    { mapId, teamId, spec, zeroDataRetention }: MapSite,
    page: { url: string; depth: number; timeoutMs: number; deferrals: number },
    signal: AbortSignal,
  ): Promise<MappedResult | undefined> {
    const pageId = randomUUID();
    const { url, depth, deferrals } = page;
    const timeoutMs = Math.max(1, Math.round(page.timeoutMs));
    const now = this.clock().getTime();
    const reply = waitFor<MappedResult>(
      (arrive) => {
        this.waiting.set(pageId, arrive);
        return () => void this.waiting.delete(pageId);
      },
      { timeoutMs: timeoutMs + RETURN_MS, signal },
    );
    const message = {
      type: 'RenderPage' as const,
      pageId,
      jobId: mapId,
      teamId,
      kind: 'scrape' as const,
      url,
      sourceUrl: url,
      spec: { ...spec.scrape, timeoutMs },
      depth,
      epoch: 1,
      attempt: 1,
      deferrals,
      deadlineAt: now + timeoutMs,
      mapId,
      ...markOf({ zeroDataRetention }),
    };
    await this.publisher.publish('renderInteractive', pageId, withTtl(message, now));
    const result = await reply;
    return result.kind === 'arrived' ? result.value : undefined;
  }
}
