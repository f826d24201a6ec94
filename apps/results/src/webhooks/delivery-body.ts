import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { documentJson, type WebhookSpec } from '@orbweaver/core';
import type { ClaimedWebhookEvent, StoredDocument } from '@orbweaver/persistence';

const decompress = promisify(gunzip);

type Event = Pick<ClaimedWebhookEvent, 'id' | 'jobId' | 'teamId' | 'type' | 'error' | 'sequence' | 'pageId'>;

/** Null: the content is larger than deliveries may be. */
export type BoundedDocument = Pick<StoredDocument, 'metadata' | 'jsonBytes'> & {
  content: Uint8Array | null | 'missing';
};

const MISSING = 'The content of this document is missing in the store of the service.';
const ERASED = 'The job ran with zero data retention, and what it stored is erased.';

/**
 * The bytes of a delivery, the same at every attempt. `document` belongs to a page event, has the same fields as in the
 * job's status, and is absent when it is erased. A document whose JSON exceeds `maxBytes` is left out: its metadata
 * comes with a warning.
 */
export async function deliveryBody(
  event: Event,
  webhook: Pick<WebhookSpec, 'metadata'>,
  document: BoundedDocument | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const body = {
    success: !event.type.endsWith('.failed'),
    type: event.type,
    id: event.jobId,
    webhookId: event.id,
    teamId: event.teamId,
    sequence: event.sequence,
    ...(event.error === null ? {} : { error: event.error }),
    ...(event.pageId !== null && document === undefined ? { warning: ERASED } : {}),
    metadata: webhook.metadata,
  };
  const data = document === undefined ? [] : [await write(document, maxBytes)];
  const head = `${JSON.stringify(body).slice(0, -1)},"data":[`;
  return Buffer.concat([Buffer.from(head), ...data, Buffer.from(']}')]);
}

async function write({ content, metadata, jsonBytes }: BoundedDocument, maxBytes: number): Promise<Buffer> {
  if (content === 'missing') return Buffer.from(`{"warning":${JSON.stringify(MISSING)},"metadata":${metadata}}`);
  if (content === null || jsonBytes > maxBytes) {
    const warning = `The document is left out: it has ${jsonBytes} bytes, and deliveries at most ${maxBytes}. The status of the job has it.`;
    return Buffer.from(`{"warning":${JSON.stringify(warning)},"metadata":${metadata}}`);
  }
  return Buffer.concat(documentJson(await decompress(content, { maxOutputLength: Math.max(maxBytes, 1) }), metadata));
}
