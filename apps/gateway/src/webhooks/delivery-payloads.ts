import { Inject, Injectable } from '@nestjs/common';
import { type DeliveredDocument, deliveryBody, traitsOfWebhookEvent, WebhookSpec } from '@orbweaver/core';
import {
  type Caller,
  type Database,
  readBoundedDocument,
  readWebhookEvent,
  type StoredDocument,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { StoredContents } from '../jobs/stored-contents';
import { unzipContent } from '../wire/splice-document';

/** Less than the smallest limit of the sender, so that a returned payload is the one that is sent. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;

export type DeliveryPayload = { payload: string } | { payloadOmitted: string };

/** Builds the bodies of deliveries as the sender does. */
@Injectable()
export class DeliveryPayloads {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  /** Empty for an unknown event or another team's. */
  async read({ teamId }: Caller, id: string): Promise<DeliveryPayload | undefined> {
    const event = await readWebhookEvent(this.database, { teamId, id });
    if (event === undefined) return undefined;
    const { pageId } = event;
    if (event.isErased && !event.zeroDataRetention) {
      return { payloadOmitted: 'The documents and the webhook of the job are erased.' };
    }
    const webhook = WebhookSpec.safeParse(event.webhook);
    if (!webhook.success) return { payloadOmitted: 'The job ran with zero data retention and its webhook is erased.' };
    const hasDocument = pageId !== null && traitsOfWebhookEvent(event.type).hasDocument;
    const stored = hasDocument ? await readBoundedDocument(this.database, pageId, MAX_PAYLOAD_BYTES) : undefined;
    if (hasDocument && stored === undefined && !event.zeroDataRetention) {
      return { payloadOmitted: 'The document has expired.' };
    }
    if (stored !== undefined && stored.jsonBytes > MAX_PAYLOAD_BYTES) return { payloadOmitted: tooLarge(stored) };
    const document = stored && (await this.open(stored));
    const payload = Buffer.concat(deliveryBody(event, webhook.data, document, MAX_PAYLOAD_BYTES));
    return { payload: payload.toString('utf8') };
  }

  private async open(stored: StoredDocument): Promise<DeliveredDocument> {
    const { content, metadata, jsonBytes } = await this.contents.open(stored);
    return { metadata, jsonBytes, content: content === undefined ? 'missing' : await unzipContent(content) };
  }
}

const tooLarge = ({ jsonBytes, pageId }: StoredDocument) =>
  `The document has ${jsonBytes} bytes; the limit is ${MAX_PAYLOAD_BYTES}. Read it from /v2/scrape/${pageId}.`;
