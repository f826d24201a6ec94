import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type JobCommand, type JobSettled, namesOf, type PageDocument, topics } from '@orbweaver/contracts';
import type { DeliveryContext } from '@orbweaver/messaging';
import { JobWriter } from './jobs/job-writer';
import { notifyStart, settleJob } from './jobs/settle-job';
import { BULK_STORE, INTERACTIVE_STORE } from './results.tokens';
import type { Batcher } from './store/batcher';

/** What results hears. Every handler may hear a message again. */
@Controller()
export class ResultsConsumer {
  constructor(
    @Inject(JobWriter) private readonly writer: JobWriter,
    @Inject(INTERACTIVE_STORE) private readonly interactive: Batcher<PageDocument>,
    @Inject(BULK_STORE) private readonly bulk: Batcher<PageDocument>,
  ) {}

  @EventPattern(namesOf(topics.documentsInteractive))
  onInteractiveDocument(@Payload() message: PageDocument, @Ctx() context: DeliveryContext): Promise<void> {
    return store(this.interactive, message, context);
  }

  @EventPattern(namesOf(topics.documentsBulk))
  onBulkDocument(@Payload() message: PageDocument, @Ctx() context: DeliveryContext): Promise<void> {
    return store(this.bulk, message, context);
  }

  @EventPattern(topics.jobSettled.name)
  onJobSettled(@Payload() message: JobSettled): Promise<void> {
    return settleJob(this.writer, message, Date.now());
  }

  @EventPattern(topics.jobCommands.name)
  async onJobCommand(@Payload() message: JobCommand): Promise<void> {
    if (message.type === 'StartJob') await notifyStart(this.writer, message);
  }
}

function store(batcher: Batcher<PageDocument>, message: PageDocument, context: DeliveryContext): Promise<void> {
  const stored = batcher.add(message);
  const room = batcher.untilRoom();
  if (room !== undefined) context.delivery.pauseTopicUntil(room);
  return stored;
}
