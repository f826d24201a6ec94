import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { WebhookSpec } from '@orbweaver/core';
import type { ClaimedWebhookEvent, StoredDocument } from '@orbweaver/persistence';

const decompress = promisify(gunzip);

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

type Event = Pick<ClaimedWebhookEvent, 'id' | 'jobId' | 'type' | 'error' | 'sequence' | 'pageId'>;

const ERASED = 'The job ran with zero data retention, and what it stored is erased.';

/**
 * The bytes of a delivery, the same at every attempt. `document` is that of a page event, absent when it is erased; it
 * has the same fields as in the job's status. One whose JSON is larger than `maxBytes` is left out: its metadata comes with a warning.
 */
export async function deliveryBody(
  event: Event,
  webhook: Pick<WebhookSpec, 'metadata'>,
  document: StoredDocument | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const body = {
    success: !event.type.endsWith('.failed'),
    type: event.type,
    id: event.jobId,
    webhookId: event.id,
    sequence: event.sequence,
    ...(event.error === null ? {} : { error: event.error }),
    ...(event.pageId !== null && document === undefined ? { warning: ERASED } : {}),
    metadata: webhook.metadata,
  };
  const data = document === undefined ? [] : [await write(document, maxBytes)];
  const head = `${JSON.stringify(body).slice(0, -1)},"data":[`;
  return Buffer.concat([Buffer.from(head), ...data, Buffer.from(']}')]);
}

/** JSON, put together without parsing: a large document would hold up every other delivery. */
async function write({ content, metadata, jsonBytes }: StoredDocument, maxBytes: number): Promise<Buffer> {
  if (jsonBytes > maxBytes) {
    const warning = `The document is left out: it has ${jsonBytes} bytes, and deliveries at most ${maxBytes}. The status of the job has it.`;
    return Buffer.from(`{"warning":${JSON.stringify(warning)},"metadata":${metadata}}`);
  }
  const json = await decompress(content, { maxOutputLength: Math.max(maxBytes, 1) });
  if (json.at(0) !== OPENING_BRACE || json.at(-1) !== CLOSING_BRACE)
    throw new Error('a stored document is no JSON object');
  const comma = json.length > 2 ? ',' : '';
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`${comma}"metadata":${metadata}}`)]);
}
