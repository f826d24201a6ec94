import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DirectReply, type JobChanged, type MapReply, type PageStored, topics } from '@orbweaver/contracts';
import { DirectReplies } from './direct-replies';
import { JobEvents } from './job-events';
import { MapReplies } from './map-replies';
import { PageWaiters } from './page-waiters';

/** Broadcast messages of results. Waiting requests and streams can be in any gateway. */
@Controller()
export class NotificationsController {
  constructor(
    private readonly waiters: PageWaiters,
    private readonly events: JobEvents,
    private readonly replies: DirectReplies,
    private readonly maps: MapReplies,
  ) {}

  @EventPattern(topics.pageStored.name)
  onPageStored(@Payload() message: PageStored): void {
    this.waiters.announce(message.pageId);
    this.events.announce(message.jobId);
  }

  @EventPattern(topics.directReply.name)
  onDirectReply(@Payload() message: DirectReply): void {
    this.replies.receive(message);
    this.waiters.announce(message.pageId);
  }

  @EventPattern(topics.mapReplies.name)
  onMapReply(@Payload() message: MapReply): void {
    this.maps.receive(message);
  }

  @EventPattern(topics.jobChanged.name)
  onJobChanged(@Payload() message: JobChanged): void {
    this.events.announce(message.jobId);
  }
}
