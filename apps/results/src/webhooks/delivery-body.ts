import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { WebhookSpec } from '@orbweaver/core';
import type { ClaimedWebhookEvent, StoredDocument } from '@orbweaver/persistence';

const decompress = promisify(gunzip);

/** Far above any document that fits a message; a bound on what a damaged one can unpack to. */
const MAX_DOCUMENT_BYTES = 512 * 1024 * 1024;

/**
 * The bytes of a delivery, the same at every attempt. `document` is that of a page event; it has the same fields as
 * in the job's status.
 */
export async function deliveryBody(
  event: Pick<ClaimedWebhookEvent, 'id' | 'jobId' | 'type' | 'error'>,
  webhook: Pick<WebhookSpec, 'metadata'>,
  document: StoredDocument | undefined,
): Promise<Buffer> {
  const data = document === undefined ? [] : [await unpack(document)];
  const body = {
    success: !event.type.endsWith('.failed'),
    type: event.type,
    id: event.jobId,
    webhookId: event.id,
    data,
    metadata: webhook.metadata,
    ...(event.error === null ? {} : { error: event.error }),
  };
  return Buffer.from(JSON.stringify(body));
}

async function unpack(document: StoredDocument): Promise<object> {
  const json = await decompress(document.content, { maxOutputLength: MAX_DOCUMENT_BYTES });
  return { ...(JSON.parse(json.toString('utf8')) as object), metadata: document.metadata };
}
