import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { namesOf, type PageOutcome, topics } from '@orbweaver/contracts';
import type { DeliveryContext } from '@orbweaver/messaging';
import { OutcomeBatches } from './outcomes/outcome-batches';

/** Outcomes of leased pages. Those of a job come to one frontier at a time, and each may repeat. */
@Controller()
export class PageOutcomesConsumer {
  constructor(private readonly outcomes: OutcomeBatches) {}

  @EventPattern(namesOf(topics.pageOutcomes))
  handle(@Payload() outcome: PageOutcome, @Ctx() context: DeliveryContext): Promise<void> {
    // Outcomes of one job that wait for their batch must not keep those of other jobs waiting.
    return context.delivery.yieldSlot(() => this.outcomes.add(outcome));
  }
}
