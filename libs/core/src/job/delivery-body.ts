import { documentJson } from '../scrape/document-json';
import { traitsOfWebhookEvent, type WebhookSpec } from './job';

export interface DeliveredEvent {
  id: string;
  jobId: string;
  teamId: string;
  type: string;
  error: string | null;
  sequence: number;
  /** Of an event without a document; null: none. */
  data?: unknown;
}

export interface DeliveredDocument {
  /** JSON of a DocumentMetadata. */
  metadata: string;
  /** Size of the content. */
  jsonBytes: number;
  /** UTF-8 JSON of a DocumentContent; null: not read, because it exceeds the size limit. */
  content: Uint8Array | null | 'missing';
}

const MISSING = 'The content of this document is missing in the object store. Scrape the page again.';
const ERASED = 'The document was erased, because the job has zero data retention.';

/**
 * The body of a delivery in parts, equal in all attempts. `document`: that of a page event; absent if erased. A document
 * whose JSON exceeds `maxBytes` is replaced by its metadata and a warning.
 */
export function deliveryBody(
  event: DeliveredEvent,
  webhook: Pick<WebhookSpec, 'metadata'>,
  document: DeliveredDocument | undefined,
  maxBytes: number,
): Uint8Array[] {
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
  const own = event.data === undefined || event.data === null ? [] : [encode(JSON.stringify(event.data))];
  const data = document === undefined ? own : write(document, maxBytes);
  return [encode(`${JSON.stringify(body).slice(0, -1)},"data":[`), ...data, encode(']}')];
}

function write({ content, metadata, jsonBytes }: DeliveredDocument, maxBytes: number): Uint8Array[] {
  if (content === 'missing') return [encode(`{"warning":${JSON.stringify(MISSING)},"metadata":${metadata}}`)];
  if (content === null || jsonBytes > maxBytes) {
    const warning = `The document (${jsonBytes} bytes) exceeds the size limit of webhooks (${maxBytes} bytes). Read it from the status of the job.`;
    return [encode(`{"warning":${JSON.stringify(warning)},"metadata":${metadata}}`)];
  }
  return documentJson(content, metadata);
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
