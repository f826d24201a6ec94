import { Inject, Injectable } from '@nestjs/common';
import type { DirectReply } from '@orbweaver/contracts';
import type { JobState } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { PUBLISHER } from '@orbweaver/platform';

export interface Notifications {
  pages: readonly { jobId: string; pageId: string; state: 'done' | 'failed' }[];
  /** Jobs that have ended. */
  jobs: readonly { jobId: string; state: JobState }[];
  /** Documents that are stored nowhere. */
  directReplies?: readonly DirectReply[];
}

/** Tells the gateways what is committed. A repetition does no harm. */
@Injectable()
export class GatewayNotifier {
  constructor(@Inject(PUBLISHER) private readonly publisher: Publisher) {}

  async notify({ pages, jobs, directReplies = [] }: Notifications): Promise<void> {
    if (directReplies.length > 0) {
      const messages = directReplies.map((message) => ({ key: message.pageId, message }));
      await this.publisher.publishAll('directReply', messages);
    }
    if (pages.length > 0) {
      const messages = pages.map((page) => ({ key: page.jobId, message: { type: 'PageStored' as const, ...page } }));
      await this.publisher.publishAll('pageStored', messages);
    }
    if (jobs.length > 0) {
      const messages = jobs.map((job) => ({ key: job.jobId, message: { type: 'JobChanged' as const, ...job } }));
      await this.publisher.publishAll('jobChanged', messages);
    }
  }
}
