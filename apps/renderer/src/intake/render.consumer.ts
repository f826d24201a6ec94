import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { namesOf, type RenderPage, topics } from '@orbweaver/contracts';
import { DeliveryContext } from '@orbweaver/messaging';
import { priorityOf } from '../bounds/slots';
import { RendererMetrics } from '../renderer-metrics';
import { PageIntake } from './page-intake';

/** Takes pages into the intake and never renders: a slow page delays no other message, and a rebalance repeats none. */
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
    // The caller of a scrape was answered 408; a job's lease is over and the sweep has the page.
    if (message.deadlineAt <= Date.now()) {
      this.metrics.countDropped('deadline');
      return;
    }
    const priority = priorityOf(message);
    // Messages that were on their way when the topic was paused wait here.
    if (!this.intake.hasRoom(priority)) delivery.pauseTopicUntil(this.intake.whenRoom(priority));
    await this.intake.take(message);
    if (!this.intake.hasRoom(priority)) delivery.pauseTopicUntil(this.intake.whenRoom(priority));
  }
}
