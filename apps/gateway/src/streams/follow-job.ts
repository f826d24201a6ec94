import { setTimeout as delay } from 'node:timers/promises';
import type { JobView } from '@orbweaver/persistence';
import { refuseIfErased } from '../jobs/find-job';
import type { ReadReceipts } from '../jobs/read-receipts';
import type { StatusPages, WrittenDocument } from '../jobs/status-pages';
import type { JobEvents } from '../notifications/job-events';
import type { ApiVersion } from '../wire/api-version';

/** The job is read again after this time even without a notification, because messages can be lost. */
const POLL_MS = 5000;

/**
 * Between two reads of one follower. A crawl stores hundreds of pages a second, and each would wake all followers;
 * after a pause a follower finds several pages, which another one may have read already.
 */
const PAUSE_MS = 100;

export interface Following {
  jobId: string;
  version: ApiVersion;
  gone: AbortSignal;
  /** @throws ApiError when the caller may no longer read the job, for example because the key was revoked */
  find(): Promise<JobView>;
  /** Checks the key only, without reading the job. @throws ApiError 401 */
  identify(): Promise<unknown>;
  pages: StatusPages;
  reads: ReadReceipts;
  events: JobEvents;
}

/**
 * The documents of a job after an ordinal: the stored ones, then each further one as it is stored, until the job has
 * ended. At most one page of them is in memory for a follower, and a slow follower does not slow others.
 * @throws ApiError 410 when the rest was erased before it was sent
 * @returns the job at its end; undefined when the follower left
 */
export async function* followDocuments(
  following: Following,
  after: number,
): AsyncGenerator<WrittenDocument, JobView | undefined> {
  let sent = after;
  while (!following.gone.aborted) {
    // Before reading, so that no change between the two is missed. After the last round its timeout ends it.
    const changed = following.events.next(following.jobId, POLL_MS, following.gone);
    // Before the documents: all documents that this row counts can then be read.
    const job = await following.find();
    for await (const document of documentsAfter(following, job, sent)) {
      yield document;
      sent = document.ordinal;
    }
    // Not at a cancellation: pages that are being rendered are still stored after it.
    if (job.hasEnded) {
      if (sent < job.completed && !following.gone.aborted) refuseIfErased(job);
      return job;
    }
    await Promise.all([changed, delay(PAUSE_MS)]);
  }
  return undefined;
}

/** The documents after an ordinal that the job's row counts. */
export async function* documentsAfter(
  { pages, reads, version, gone, identify }: Pick<Following, 'pages' | 'reads' | 'version' | 'gone' | 'identify'>,
  job: JobView,
  after: number,
): AsyncGenerator<WrittenDocument> {
  let last = after;
  while (!gone.aborted) {
    await identify();
    const { documents } = await pages.read(job, { skip: last }, version);
    const end = documents.at(-1)?.ordinal;
    if (end === undefined) return;
    if (end < job.completed) await reads.hold(job);
    for (const document of documents) {
      if (gone.aborted) return;
      yield document;
      last = document.ordinal;
    }
  }
}
