import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { namesOf, type PageOutcome, topics } from '@orbweaver/contracts';
import type { DeliveryContext } from '@orbweaver/messaging';
import { OutcomeBatches } from './outcomes/outcome-batches';

/** Outcomes of leased pages. One frontier at a time receives those of a job. Each may be repeated. */
@Controller()
export class PageOutcomesConsumer {
  constructor(private readonly outcomes: OutcomeBatches) {}

  @EventPattern(namesOf(topics.pageOutcomes))
  handle(@Payload() outcome: PageOutcome, @Ctx() context: DeliveryContext): Promise<void> {
    // Outcomes that wait for their batch must not block those of other jobs.
    return context.delivery.yieldSlot(() => this.outcomes.add(outcome));
  }
}
