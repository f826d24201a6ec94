import { setTimeout as delay } from 'node:timers/promises';
import type { JobView } from '@orbweaver/persistence';
import { refuseIfErased } from '../jobs/find-job';
import type { ReadReceipts } from '../jobs/read-receipts';
import type { StatusPages, WrittenDocument } from '../jobs/status-pages';
import type { JobEvents } from '../notifications/job-events';
import type { ApiVersion } from '../wire/api-version';

/** Polling interval that covers lost notifications. */
const POLL_MS = 5000;

/** Minimum interval between reads of a follower. Hundreds of pages per second would otherwise wake all followers. */
const PAUSE_MS = 100;

export interface Following {
  jobId: string;
  version: ApiVersion;
  gone: AbortSignal;
  /** @throws ApiError if the caller may no longer read the job, such as after its key was revoked */
  find(): Promise<JobView>;
  pages: StatusPages;
  reads: ReadReceipts;
  events: JobEvents;
}

/**
 * Yields the documents of a job after an ordinal, stored and future, until the job has ended. Holds at most one page in
 * memory per follower. @throws ApiError 410 if documents were erased before they were sent
 * @returns the ended job; undefined if the follower disconnected
 */
export async function* followDocuments(
  following: Following,
  after: number,
): AsyncGenerator<WrittenDocument, JobView | undefined> {
  let sent = after;
  while (!following.gone.aborted) {
    // Subscribe before reading, so that no change is missed.
    const changed = following.events.next(following.jobId, POLL_MS, following.gone);
    // Read the job before its documents: all documents that it counts are stored.
    const job = await following.find();
    for await (const document of documentsAfter(following, job, sent)) {
      yield document;
      sent = document.ordinal;
    }
    // A cancelled job has not ended until the pages being rendered are stored.
    if (job.hasEnded) {
      if (sent < job.completed && !following.gone.aborted) refuseIfErased(job);
      return job;
    }
    await Promise.all([changed, delay(PAUSE_MS)]);
  }
  return undefined;
}

export async function* documentsAfter(
  { pages, reads, version, gone, find }: Pick<Following, 'pages' | 'reads' | 'version' | 'gone' | 'find'>,
  job: JobView,
  after: number,
): AsyncGenerator<WrittenDocument> {
  let last = after;
  while (!gone.aborted) {
    const { documents } = await pages.read(job, { skip: last }, version);
    const end = documents.at(-1)?.ordinal;
    if (end === undefined) return;
    // After the read, because the job may have been erased before or during it.
    refuseIfErased(await find());
    if (end < job.completed) await reads.hold(job);
    for (const document of documents) {
      if (gone.aborted) return;
      yield document;
      last = document.ordinal;
    }
  }
}
