import { isFinal } from '@orbweaver/core';
import type { JobView, PackedDocument } from '@orbweaver/persistence';
import type { JobStatus } from '../jobs/job-status';
import type { JobEvents } from './job-events';

/** For the events that were lost. */
const POLL_MS = 5000;

export interface Following {
  jobId: string;
  gone: AbortSignal;
  find(): Promise<JobView>;
  status: JobStatus;
  events: JobEvents;
}

/**
 * The documents of a job behind an ordinal: those that are there, and each further one as it is stored, until the job
 * has ended. At most one page of them is in memory; whoever is slow to take them slows his own reading only.
 * @returns the job at its end; undefined when the follower went away
 */
export async function* followDocuments(
  following: Following,
  after: number,
): AsyncGenerator<PackedDocument, JobView | undefined> {
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
    if (isFinal(job.state)) return job;
    await change;
  }
  return undefined;
}

/** The documents that are stored. */
export async function* documentsAfter(
  { status, gone }: Pick<Following, 'status' | 'gone'>,
  job: JobView,
  after: number,
): AsyncGenerator<PackedDocument> {
  let last = after;
  while (!gone.aborted) {
    const documents = await status.readDocumentsAfter(job, last);
    if (documents.length === 0) return;
    for (const document of documents) {
      if (gone.aborted) return;
      yield document;
      last = document.ordinal;
    }
  }
}
