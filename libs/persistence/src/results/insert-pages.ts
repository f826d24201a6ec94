import type { Transaction } from '../database';

const NO_BYTES = new Uint8Array();

export interface NewPage {
  id: string;
  jobId: string;
  teamId: string;
  ordinal: number | null;
  state: 'done' | 'failed';
  epoch: number;
  url: string;
  sourceUrl: string;
  depth: number;
  statusCode: number | null;
  engine: 'http' | 'browser' | null;
  reason: string | null;
  message: string | null;
  creditsUsed: number;
  /** A plainHash, for documents with markdown and without change tracking. */
  plainHash: bigint | null;
  promptTokens: number | null;
  completionTokens: number | null;
  /** Hex; null: the job belongs to no schedule. */
  pageKey: string | null;
  /** Hex; null: likewise, or a failure. */
  fingerprint: string | null;
}

export interface NewDocument {
  pageId: string;
  jobId: string;
  metadata: object;
  content: Uint8Array | null;
  objectHash: Uint8Array | null;
  jsonBytes: number;
}

/** The jobs must be locked and the ordinals derived from their rows. */
export async function insertPages(transaction: Transaction, pages: readonly NewPage[], storedAt: Date): Promise<void> {
  if (pages.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO pages (id, job_id, team_id, ordinal, state, epoch, url, source_url, depth, status_code, engine, reason,
                       message, credits_used, plain_hash, prompt_tokens, completion_tokens,
                       page_key, fingerprint, stored_at)
    SELECT n.id, n.job_id, n.team_id, n.ordinal, n.state, n.epoch, n.url, n.source_url, n.depth, n.status_code,
           n.engine, n.reason, n.message, n.credits_used, n.plain_hash, n.prompt_tokens, n.completion_tokens,
           decode(n.page_key, 'hex'), decode(n.fingerprint, 'hex'), ${storedAt}::timestamptz
    FROM unnest(
      ${pages.map((page) => page.id)}::uuid[], ${pages.map((page) => page.jobId)}::uuid[],
      ${pages.map((page) => page.teamId)}::uuid[], ${pages.map((page) => page.ordinal)}::int[],
      ${pages.map((page) => page.state)}::text[], ${pages.map((page) => page.epoch)}::int[],
      ${pages.map((page) => page.url)}::text[], ${pages.map((page) => page.sourceUrl)}::text[],
      ${pages.map((page) => page.depth)}::int[], ${pages.map((page) => page.statusCode)}::int[],
      ${pages.map((page) => page.engine)}::text[], ${pages.map((page) => page.reason)}::text[],
      ${pages.map((page) => page.message)}::text[], ${pages.map((page) => page.creditsUsed)}::int[],
      ${pages.map((page) => page.plainHash?.toString() ?? null)}::bigint[],
      ${pages.map((page) => page.promptTokens)}::int[], ${pages.map((page) => page.completionTokens)}::int[],
      ${pages.map((page) => page.pageKey)}::text[], ${pages.map((page) => page.fingerprint)}::text[])
      AS n(id, job_id, team_id, ordinal, state, epoch, url, source_url, depth, status_code, engine, reason, message,
           credits_used, plain_hash, prompt_tokens, completion_tokens, page_key, fingerprint)`;
}

export async function insertDocuments(transaction: Transaction, documents: readonly NewDocument[]): Promise<void> {
  if (documents.length === 0) return;
  // One parameter for all contents, sent as bytes. An array would be sent as text and take three times as long for 10
  // MB.
  const contents = documents.map(({ content }) => content ?? NO_BYTES);
  const lengths = documents.map(({ content }) => content?.byteLength ?? null);
  const offsets = contents.map(
    (_, index) => 1 + contents.slice(0, index).reduce((sum, one) => sum + one.byteLength, 0),
  );
  await transaction.$executeRaw`
    INSERT INTO documents (page_id, job_id, metadata, content, json_bytes, object_hash)
    SELECT n.page_id, n.job_id, n.metadata::json,
           substring(${Buffer.concat(contents)}::bytea FROM n.at FOR n.length), n.json_bytes, decode(n.hash, 'hex')
    FROM unnest(
      ${documents.map((document) => document.pageId)}::uuid[], ${documents.map((document) => document.jobId)}::uuid[],
      ${documents.map((document) => JSON.stringify(document.metadata))}::text[], ${offsets}::int[], ${lengths}::int[],
      ${documents.map((document) => document.jsonBytes)}::int[],
      ${documents.map(({ objectHash }) => objectHash && Buffer.from(objectHash).toString('hex'))}::text[]
    ) AS n(page_id, job_id, metadata, at, length, json_bytes, hash)`;
}
