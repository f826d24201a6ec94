import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, type DeliveredDocument, deliveryBody, traitsOfWebhookEvent, WebhookSpec } from '@orbweaver/core';
import { createEgressGuard, createHttpClient, type HttpClient } from '@orbweaver/egress';
import { currentWork } from '@orbweaver/messaging';
import { type ContentCipher, ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import {
  type ClaimedWebhookEvent,
  type Database,
  isStoreUnavailable,
  readBoundedDocument,
  type StoredDocument,
  signingSecrets,
} from '@orbweaver/persistence';
import {
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  decryptMetadata,
  type EventLog,
  LOG,
  secureContextOf,
  serviceRoutes,
} from '@orbweaver/platform';
import type { ResultsConfig } from '../results.config';
import { retentionOf } from '../retention/retention-policy';
import { deliveryHeaders } from './delivery-headers';
import { type DeliveryResult, sendDelivery } from './send-delivery';
import { signDelivery } from './sign-delivery';

const decompress = promisify(gunzip);

const MIB = 1024 * 1024;
const USER_AGENT = 'Orbweaver-Webhooks/1';

@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly client: HttpClient;
  private readonly maxDocumentBytes: number;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CIPHER) private readonly cipher: ContentCipher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ResultsConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {
    const guard = createEgressGuard({ allow: config.EGRESS_ALLOW, deny: config.EGRESS_DENY });
    const secureContext = secureContextOf(config.EXTRA_CA_CERTS);
    this.client = createHttpClient({ guard, userAgent: USER_AGENT, routes: serviceRoutes(config), secureContext });
    this.maxDocumentBytes = config.WEBHOOK_MAX_DOCUMENT_MIB * MIB;
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }

  /** Rejects only if the store is unavailable. Other errors use up an attempt, so that they cannot block the job. */
  async send(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    try {
      return await this.attempt(event);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      this.log.error('webhook-not-sent', { jobId: event.jobId, eventId: event.id }, error);
      return { kind: 'failed', status: null, error: 'The event could not be built because of an internal error.' };
    }
  }

  private async attempt(event: ClaimedWebhookEvent): Promise<DeliveryResult> {
    const { pageId } = event;
    const { WEBHOOK_TIMEOUT: timeoutMs } = this.config;
    const webhook = WebhookSpec.parse(event.webhook);
    const hasDocument = pageId !== null && traitsOfWebhookEvent(event.type).hasDocument;
    if (hasDocument && event.isErased && !event.zeroDataRetention) {
      return { kind: 'undeliverable', error: 'The document is erased.' };
    }
    const document = hasDocument ? await readBoundedDocument(this.database, pageId, this.maxDocumentBytes) : undefined;
    if (hasDocument && document === undefined && !retentionOf(event).isErased) {
      return { kind: 'undeliverable', error: 'The document has expired.' };
    }
    const read = document && (await this.read(document));
    const body = Buffer.concat(deliveryBody(event, webhook, read, this.maxDocumentBytes));
    const timestampSeconds = Math.floor(this.clock().getTime() / 1000);
    const signature = signDelivery({ id: event.id, body, timestampSeconds }, this.secretsOf(event));
    const { traceparent, tracestate } = currentWork()?.trace ?? {};
    const trace = { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) };
    const headers = deliveryHeaders(webhook.headersErased ? {} : webhook.headers, { ...signature, ...trace });
    return sendDelivery(this.client, { url: webhook.url, headers, body, timeoutMs });
  }

  /** The current secret first. Empty: deliveries are not signed. */
  private secretsOf(event: ClaimedWebhookEvent): string[] {
    const { WEBHOOK_SECRET: master } = this.config;
    if (master === undefined) return [];
    const { secretVersion: version, encryptedSecret: encrypted, previousEncryptedSecret: previousEncrypted } = event;
    const { signsWithPrevious } = event;
    return signingSecrets(master, event.teamId, { version, encrypted, previousEncrypted, signsWithPrevious });
  }

  private async read(stored: StoredDocument): Promise<DeliveredDocument> {
    const document = { ...stored, metadata: decryptMetadata(this.cipher, stored) };
    if (document.content === null && document.objectHash === null) return { ...document, content: null };
    try {
      const packed = await this.contents.read(document);
      return { ...document, content: await decompress(packed, { maxOutputLength: this.maxDocumentBytes }) };
    } catch (error) {
      if (!(error instanceof ContentMissingError)) throw error;
      this.log.error('document-missing', { jobId: document.jobId, pageId: document.pageId }, error);
      return { ...document, content: 'missing' };
    }
  }
}
