import { Injectable } from '@nestjs/common';
import type { PageHandedOver } from '@orbweaver/contracts';
import type { PageAnswer } from '../submit/answer-scrape';

/** A document that is expected. */
export interface HandOver {
  /** Waits `lateMs` at most; undefined when it has not come. */
  take(lateMs: number): Promise<PageAnswer | undefined>;
  /** To be called in the end: what comes later is dropped. */
  forget(): void;
}

/** The documents of scrapes with zeroDataRetention, from the message to the request that waits in this process. */
@Injectable()
export class HandOvers {
  private readonly expected = new Map<string, (answer: PageAnswer) => void>();

  /** Call it before the page is published. */
  expect(pageId: string): HandOver {
    let arrive!: (answer: PageAnswer) => void;
    const arrival = new Promise<PageAnswer>((resolve) => {
      arrive = resolve;
    });
    this.expected.set(pageId, arrive);
    return {
      take: (lateMs) => within(arrival, lateMs),
      forget: () => void this.expected.delete(pageId),
    };
  }

  /** Every gateway hears of every document; one of them has its reader. */
  arrive({ pageId, result, content }: PageHandedOver): void {
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
}

async function within<T>(arrival: Promise<T>, lateMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), lateMs);
  });
  try {
    return await Promise.race([arrival, late]);
  } finally {
    clearTimeout(timer);
  }
}
