import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { namesOf, type PageOutcome, topics } from '@orbweaver/contracts';
import { OutcomeRecorder } from './outcomes/outcome-recorder';

/** Outcomes of leased pages. They arrive in order per job, and each may repeat. */
@Controller()
export class PageOutcomesConsumer {
  constructor(private readonly outcomes: OutcomeRecorder) {}

  @EventPattern(namesOf(topics.pageOutcomes))
  handle(@Payload() outcome: PageOutcome): Promise<void> {
    return this.outcomes.record(outcome);
  }
}
