import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { documentJson, traitsOfWebhookEvent, type WebhookSpec } from '@orbweaver/core';
import type { ClaimedWebhookEvent, StoredDocument } from '@orbweaver/persistence';

const decompress = promisify(gunzip);

type Event = Pick<ClaimedWebhookEvent, 'id' | 'jobId' | 'teamId' | 'type' | 'error' | 'sequence' | 'pageId'>;

/** `content` is null if it exceeds the size limit of deliveries. */
export type BoundedDocument = Pick<StoredDocument, 'metadata' | 'jsonBytes'> & {
  content: Uint8Array | null | 'missing';
};

const MISSING = 'The content of this document is missing in the object store. Scrape the page again.';
const ERASED = 'The document was erased, because the job has zero data retention.';

/**
 * The body of a delivery, equal in all attempts. `document`: that of a page event; absent if erased. A document whose JSON
 * exceeds `maxBytes` is replaced by its metadata and a warning.
 */
export async function deliveryBody(
  event: Event,
  webhook: Pick<WebhookSpec, 'metadata'>,
  document: BoundedDocument | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const { isSuccess, hasDocument } = traitsOfWebhookEvent(event.type);
  const body = {
    success: isSuccess,
    type: event.type,
    id: event.jobId,
    webhookId: event.id,
    teamId: event.teamId,
    sequence: event.sequence,
    ...(event.error === null ? {} : { error: event.error }),
    ...(hasDocument && document === undefined ? { warning: ERASED } : {}),
    metadata: webhook.metadata,
  };
  const data = document === undefined ? [] : [await write(document, maxBytes)];
  const head = `${JSON.stringify(body).slice(0, -1)},"data":[`;
  return Buffer.concat([Buffer.from(head), ...data, Buffer.from(']}')]);
}

async function write({ content, metadata, jsonBytes }: BoundedDocument, maxBytes: number): Promise<Buffer> {
  if (content === 'missing') return Buffer.from(`{"warning":${JSON.stringify(MISSING)},"metadata":${metadata}}`);
  if (content === null || jsonBytes > maxBytes) {
    const warning = `The document (${jsonBytes} bytes) exceeds the size limit of webhooks (${maxBytes} bytes). Read it from the status of the job.`;
    return Buffer.from(`{"warning":${JSON.stringify(warning)},"metadata":${metadata}}`);
  }
  return Buffer.concat(documentJson(await decompress(content, { maxOutputLength: Math.max(maxBytes, 1) }), metadata));
}
