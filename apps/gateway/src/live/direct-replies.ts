import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { DirectReply } from '@orbweaver/contracts';
import type { ScrapeAnswer } from '../submit/answer-scrape';

/** A document that is expected. */
export interface ExpectedReply {
  /** Waits `lateMs` at most, and not for a caller who is gone; undefined when it has not come. */
  take(lateMs: number, gone: AbortSignal): Promise<ScrapeAnswer | undefined>;
  /** To be called in the end: what comes later is dropped. */
  forget(): void;
}

/**
 * The documents of scrapes with zeroDataRetention, from the message to the request that waits in this process. When the
 * process is told to stop, requests may go on waiting for `patienceMs`.
 */
@Injectable()
export class DirectReplies implements OnModuleDestroy, OnApplicationShutdown {
  private readonly expected = new Map<string, (answer?: ScrapeAnswer) => void>();
  private grace?: NodeJS.Timeout;

  constructor(private readonly patienceMs: number) {}

  /** Call it before the page is published. */
  expect(pageId: string): ExpectedReply {
    let arrive!: (answer?: ScrapeAnswer) => void;
    const arrival = new Promise<ScrapeAnswer | undefined>((resolve) => {
      arrive = resolve;
    });
    this.expected.set(pageId, arrive);
    return {
      take: (lateMs, gone) => within(arrival, lateMs, gone),
      forget: () => void this.expected.delete(pageId),
    };
  }

  /** Every gateway hears of every document; one of them has its reader. */
  arrive({ pageId, result, content }: DirectReply): void {
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
    this.grace = setTimeout(() => this.endAll(), this.patienceMs);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.grace);
    this.endAll();
  }

  private endAll(): void {
    for (const end of [...this.expected.values()]) end();
  }
}

function within<T>(arrival: Promise<T>, lateMs: number, gone: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (value?: T) => {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      resolve(value);
    };
    const leave = () => end();
    const timer = setTimeout(leave, lateMs);
    gone.addEventListener('abort', leave);
    if (gone.aborted) leave();
    void arrival.then(end);
  });
}
