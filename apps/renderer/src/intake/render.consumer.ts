import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { namesOf, type RenderPage, topics } from '@orbweaver/contracts';
import { DeliveryContext, type MessageDelivery } from '@orbweaver/messaging';
import { priorityOf } from '../bounds/slots';
import { RendererMetrics } from '../renderer-metrics';
import { PageIntake } from './page-intake';

/** Passes pages to the intake. Never renders: a slow page delays no other message, and a rebalance repeats none. */
@Controller()
export class RenderConsumer {
  constructor(
    private readonly intake: PageIntake,
    private readonly metrics: RendererMetrics,
  ) {}

  @EventPattern(namesOf(topics.renderInteractive))
  async takeInteractive(@Payload() message: RenderPage, @Ctx() context: DeliveryContext): Promise<void> {
    await this.take(message, context);
  }

  @EventPattern(namesOf(topics.renderBulk))
  async takeBulk(@Payload() message: RenderPage, @Ctx() context: DeliveryContext): Promise<void> {
    await this.take(message, context);
  }

  private async take(message: RenderPage, { delivery }: DeliveryContext): Promise<void> {
    const receivedAt = Date.now();
    const leftMs = ttlOf(message, delivery) - delivery.ageMs();
    if (leftMs <= 0) {
      this.metrics.countDropped('deadline');
      this.intake.refuse(message);
      return;
    }
    const priority = priorityOf(message);
    // Messages that were on their way when the topic was paused wait here.
    if (!this.intake.hasRoom(priority)) delivery.pauseTopicUntil(this.intake.whenRoom(priority));
    // From here on the deadline is on the local clock.
    await this.intake.take({ ...message, deadlineAt: receivedAt + leftMs });
    if (!this.intake.hasRoom(priority)) delivery.pauseTopicUntil(this.intake.whenRoom(priority));
  }
}

/** Publishers of the previous release send no duration. Their deadline and message time are from the same clock. */
function ttlOf({ ttlMs, deadlineAt }: RenderPage, { headers }: MessageDelivery): number {
  return ttlMs ?? deadlineAt - (Number(headers['published-at']) || Date.now());
}
