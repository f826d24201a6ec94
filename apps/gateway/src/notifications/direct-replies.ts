import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { DirectReply } from '@orbweaver/contracts';
import { CONFIG, STOPPING, type Stopping, waitFor } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';
import type { ScrapeResult } from '../wire/splice-document';
import { drainWaitMs } from './page-waiters';

export interface ExpectedReply {
  /** Undefined on timeout or if the caller disconnected. */
  receive(waitMs: number, gone: AbortSignal): Promise<ScrapeResult | undefined>;
  /** Always call this at the end. Later replies are dropped. */
  forget(): void;
}

/** Passes documents that are never stored (zeroDataRetention) from the message to the waiting request. */
@Injectable()
export class DirectReplies implements OnModuleDestroy, OnApplicationShutdown {
  private readonly expected = new Map<string, (answer?: ScrapeResult) => void>();
  private grace?: NodeJS.Timeout;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'DRAIN_TIMEOUT'>,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {}

  /** Call before publishing the page. */
  expect(pageId: string): ExpectedReply {
    let arrive!: (answer?: ScrapeResult) => void;
    const arrival = new Promise<ScrapeResult | undefined>((resolve) => {
      arrive = resolve;
    });
    this.expected.set(pageId, arrive);
    return {
      receive: (waitMs, gone) => within(arrival, waitMs, gone),
      forget: () => void this.expected.delete(pageId),
    };
  }

  /** Replies are broadcast to all gateways; only one has the request. */
  receive({ pageId, result, content }: DirectReply): void {
    this.expected.get(pageId)?.(
      result.kind === 'failed'
        ? { state: 'failed', ...result.failure, metadata: null, content: null }
        : {
            state: 'done',
            reason: null,
            message: null,
            metadata: JSON.stringify(result.metadata),
            content: content ?? null,
          },
    );
  }

  onModuleDestroy(): void {
    this.grace = setTimeout(() => this.endAll(), drainWaitMs(this.config, this.stopping));
  }

  onApplicationShutdown(): void {
    clearTimeout(this.grace);
    this.endAll();
  }

  private endAll(): void {
    for (const end of [...this.expected.values()]) end();
  }
}

async function within<T>(arrival: Promise<T>, timeoutMs: number, gone: AbortSignal): Promise<T | undefined> {
  const begin = (arrive: (value: T) => void) => {
    void arrival.then(arrive);
    return () => undefined;
  };
  const result = await waitFor<T>(begin, { timeoutMs, signal: gone });
  return result.kind === 'arrived' ? result.value : undefined;
}
