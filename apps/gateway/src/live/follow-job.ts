import { setTimeout as delay } from 'node:timers/promises';
import type { JobView } from '@orbweaver/persistence';
import type { ApiVersion } from '../api-version';
import { refuseErased } from '../jobs/find-job';
import type { ReadReceipts } from '../jobs/read-receipts';
import type { StatusPages, WrittenDocument } from '../jobs/status-pages';
import type { JobEvents } from './job-events';

/** For the events that were lost. */
const POLL_MS = 5000;

/**
 * Between two looks of one follower. A crawl stores hundreds of pages a second, and each would wake everybody who
 * follows it; who looks a little later finds several, and finds them read for somebody else already.
 */
const PAUSE_MS = 100;

export interface Following {
  jobId: string;
  version: ApiVersion;
  gone: AbortSignal;
  /** @throws ApiError when who follows may not read the job any more: his key may be revoked while he reads on. */
  find(): Promise<JobView>;
  /** @throws ApiError 401 likewise, at the cost of no reading */
  identify(): Promise<unknown>;
  pages: StatusPages;
  reads: ReadReceipts;
  events: JobEvents;
}

/**
 * The documents of a job behind an ordinal: those that are there, and each further one as it is stored, until the job
 * has ended. At most one page of them is in memory; whoever is slow to take them slows his own reading only.
 * @throws ApiError 410 when the rest was erased before it was sent
 * @returns the job at its end; undefined when the follower went away
 */
export async function* followDocuments(
  following: Following,
  after: number,
): AsyncGenerator<WrittenDocument, JobView | undefined> {
  let sent = after;
  while (!following.gone.aborted) {
    // Listened for before reading, so that nothing falls between the two; left alone at the end, its time ends it.
    const change = following.events.next(following.jobId, POLL_MS, following.gone);
    // Read before the documents: what it counts is then there to be sent.
    const job = await following.find();
    for await (const document of documentsAfter(following, job, sent)) {
      yield document;
      sent = document.ordinal;
    }
    // Not when it is cancelled: the pages that are being rendered are stored yet.
    if (job.hasEnded) {
      if (sent < job.completed && !following.gone.aborted) refuseErased(job);
      return job;
    }
    await Promise.all([change, delay(PAUSE_MS)]);
  }
  return undefined;
}

/** The documents that the job's row counts. */
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
