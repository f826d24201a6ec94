import { Module } from '@nestjs/common';
import { inputThreadsProvider, languageModelProvider } from '@orbweaver/platform';
import { PageCacheWriter } from './cache/page-cache-writer';
import { DocumentEnricher } from './enrichment/enrich-document';
import { EnrichmentQueue } from './enrichment/enrichment-queue';
import { ResultsConsumer } from './results.consumer';
import { ResultsLoops } from './results-loops';
import { ResultsMetrics } from './results-metrics';
import { ResultsSignals } from './results-signals';
import { BillRequests } from './store/bill-requests';
import { CreditsByTeam } from './store/credits-by-team';
import { DocumentBatches } from './store/document-batches';
import { DocumentStore } from './store/document-store';
import { GatewayNotifier } from './store/gateway-notifier';
import { JobLifecycle } from './store/job-lifecycle';
import { JobTransactions } from './store/job-transactions';
import { PlacedContents } from './store/placed-contents';
import { WarnOfSharedSecret } from './webhooks/warn-of-shared-secret';
import { WebhookDispatcher } from './webhooks/webhook-dispatcher';
import { WebhookSender } from './webhooks/webhook-sender';

/** Platform parts are injected by tokens of the platform. */
@Module({
  controllers: [ResultsConsumer],
  providers: [
    ResultsMetrics,
    ResultsSignals,
    PageCacheWriter,
    GatewayNotifier,
    BillRequests,
    CreditsByTeam,
    JobTransactions,
    JobLifecycle,
    PlacedContents,
    DocumentStore,
    DocumentBatches,
    inputThreadsProvider,
    languageModelProvider,
    DocumentEnricher,
    EnrichmentQueue,
    WarnOfSharedSecret,
    WebhookSender,
    WebhookDispatcher,
    ResultsLoops,
  ],
})
export class ResultsModule {}
