import { canonicalUrl, until } from '@orbweaver/testing';
import type { ApiClient, ReplyBody, WireDocument } from './api-client';

export interface FinishedJob {
  id: string;
  /** The last status response with its first page of data. */
  status: ReplyBody;
  documents: WireDocument[];
  errors: { id: string; url: string; error: string; code?: string; timestamp?: string }[];
  robotsBlocked: string[];
}

const ENDS_WITHIN_MS = 60_000;

/** Posts a job, waits until it has finished, and reads all documents and errors. `path`: `/v2/crawl` and the like. */
export async function runJob(
  api: ApiClient,
  path: string,
  body: object,
  withinMs = ENDS_WITHIN_MS,
): Promise<FinishedJob> {
  const id = await requestJob(api, path, body);
  return finishJob(api, `${path}/${id}`, withinMs);
}

export async function requestJob(api: ApiClient, path: string, body: object): Promise<string> {
  const reply = await api.post(path, body);
  if (reply.status !== 200) throw new Error(`${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body.id;
}

export async function finishJob(api: ApiClient, statusPath: string, withinMs = ENDS_WITHIN_MS): Promise<FinishedJob> {
  const status = await waitForEnd(api, statusPath, withinMs);
  const errors = await api.get(`${statusPath}/errors`);
  return {
    id: statusPath.slice(statusPath.lastIndexOf('/') + 1),
    status,
    documents: await fetchDocuments(api, statusPath),
    errors: errors.body.errors,
    robotsBlocked: errors.body.robotsBlocked,
  };
}

export async function waitForEnd(
  api: ApiClient,
  statusPath: string,
  withinMs: number = ENDS_WITHIN_MS,
): Promise<ReplyBody> {
  let last = '';
  return until(
    `${statusPath} to finish`,
    async () => {
      const reply = await api.get(`${statusPath}?limit=1`);
      if (reply.status !== 200)
        throw new Error(`${statusPath} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
      last = `${reply.body.status}, ${reply.body.completed} of ${reply.body.total}`;
      return reply.body.status === 'scraping' ? undefined : reply.body;
    },
    withinMs,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} (last seen: ${last})`);
  });
}

/** Waits until the running job has stored at least `count` documents. */
export async function waitForDocuments(api: ApiClient, statusPath: string, count: number): Promise<void> {
  await until(
    `${count} documents of ${statusPath}`,
    async () => {
      const reply = await api.get(`${statusPath}?limit=1`);
      return reply.body.completed >= count;
    },
    ENDS_WITHIN_MS,
  );
}

/** Reads all pages by `next`. */
export async function fetchDocuments(api: ApiClient, statusPath: string): Promise<WireDocument[]> {
  const documents: WireDocument[] = [];
  let next: string | undefined = statusPath;
  while (next !== undefined) {
    const reply = await api.get(next);
    if (reply.status !== 200) throw new Error(`${next} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
    documents.push(...reply.body.data);
    next = reply.body.next;
  }
  return documents;
}

/** The canonical final URLs, sorted; duplicates are kept. */
export function urlsOf(documents: readonly WireDocument[], withoutQuery = false): string[] {
  return documents.map((document) => canonicalUrl(document.metadata.url, withoutQuery)).sort();
}
