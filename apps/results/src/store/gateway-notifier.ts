import { Inject, Injectable } from '@nestjs/common';
import type { DirectReply } from '@orbweaver/contracts';
import type { JobState } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { PUBLISHER } from '@orbweaver/platform';

export interface Notifications {
  pages: readonly { jobId: string; pageId: string; state: 'done' | 'failed' }[];
  /** Ended jobs, without scrapes that ended with a page of `pages`. */
  jobs: readonly { jobId: string; state: JobState }[];
  directReplies?: readonly DirectReply[];
}

/** Notifies the gateways of committed changes. Idempotent. */
@Injectable()
export class GatewayNotifier {
  constructor(@Inject(PUBLISHER) private readonly publisher: Publisher) {}

  async notify({ pages, jobs, directReplies = [] }: Notifications): Promise<void> {
    await Promise.all([
      this.publisher.publishAll(
        'directReply',
        directReplies.map((message) => ({ key: message.pageId, message })),
      ),
      this.publisher.publishAll(
        'pageStored',
        pages.map((page) => ({ key: page.jobId, message: { type: 'PageStored', ...page } })),
      ),
      this.publisher.publishAll(
        'jobChanged',
        jobs.map((job) => ({ key: job.jobId, message: { type: 'JobChanged', ...job } })),
      ),
    ]);
  }
}
