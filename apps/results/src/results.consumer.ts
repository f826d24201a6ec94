import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import {
  type JobCommand,
  type JobSettled,
  namesOf,
  type PageDocument,
  type RequestBilled,
  topics,
} from '@orbweaver/contracts';
import { currentWork, type DeliveryContext } from '@orbweaver/messaging';
import type { Batcher } from '@orbweaver/platform';
import type { EnrichedDocument } from './enrichment/enriched-document';
import { EnrichmentQueue } from './enrichment/enrichment-queue';
import { BillRequests } from './store/bill-requests';
import { DocumentBatches } from './store/document-batches';
import { JobLifecycle } from './store/job-lifecycle';

/** Messages to results. Each may be repeated. */
@Controller()
export class ResultsConsumer {
  constructor(
    private readonly documents: DocumentBatches,
    private readonly enrichments: EnrichmentQueue,
    private readonly jobs: JobLifecycle,
    private readonly billing: BillRequests,
  ) {}

  @EventPattern(namesOf(topics.documentsInteractive))
  onInteractiveDocument(@Payload() message: PageDocument, @Ctx() context: DeliveryContext): Promise<void> {
    return store(this.documents.interactive, message, context);
  }

  @EventPattern(namesOf(topics.documentsBulk))
  onBulkDocument(@Payload() message: PageDocument, @Ctx() context: DeliveryContext): Promise<void> {
    return store(this.documents.bulk, message, context);
  }

  @EventPattern(topics.enrichmentInteractive.name)
  onInteractiveEnrichment(@Payload() message: PageDocument): Promise<void> {
    return this.enrichments.add(message, true);
  }

  @EventPattern(topics.enrichmentBulk.name)
  onBulkEnrichment(@Payload() message: PageDocument): Promise<void> {
    return this.enrichments.add(message, false);
  }

  @EventPattern(topics.jobSettled.name)
  onJobSettled(@Payload() message: JobSettled): Promise<void> {
    return this.jobs.settle(message.jobId);
  }

  @EventPattern(topics.requestsBilled.name)
  onRequestBilled(@Payload() message: RequestBilled): Promise<void> {
    return this.billing.bill(message);
  }

  @EventPattern(topics.jobCommands.name)
  async onJobCommand(@Payload() message: JobCommand): Promise<void> {
    if (message.type === 'StartJob') await this.jobs.start(message.jobId);
  }
}

function store(batcher: Batcher<EnrichedDocument>, message: PageDocument, context: DeliveryContext): Promise<void> {
  const traceparent = currentWork()?.trace?.traceparent;
  const stored = batcher.add(traceparent === undefined ? message : { ...message, traceparent });
  const room = batcher.untilRoom();
  if (room !== undefined) context.delivery.pauseTopicUntil(room);
  return stored;
}
