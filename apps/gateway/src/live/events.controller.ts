import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DirectReply, type JobChanged, type PageStored, topics } from '@orbweaver/contracts';
import { DirectReplies } from './direct-replies';
import { JobEvents } from './job-events';
import { PageWaiters } from './page-waiters';

/** Every gateway hears what results stored: a waiting request or a watcher may be here. */
@Controller()
export class EventsController {
  constructor(
    private readonly waiters: PageWaiters,
    private readonly events: JobEvents,
    private readonly replies: DirectReplies,
  ) {}

  @EventPattern(topics.pageStored.name)
  onPageStored(@Payload() message: PageStored): void {
    this.waiters.announce(message.pageId);
    this.events.announce(message.jobId);
  }

  @EventPattern(topics.directReply.name)
  onDirectReply(@Payload() message: DirectReply): void {
    this.replies.arrive(message);
    this.waiters.announce(message.pageId);
  }

  @EventPattern(topics.jobChanged.name)
  onJobChanged(@Payload() message: JobChanged): void {
    this.events.announce(message.jobId);
  }
}
