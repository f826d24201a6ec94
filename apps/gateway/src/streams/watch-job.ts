import type { JobView } from '@orbweaver/persistence';
import type { JobStatus } from '../jobs/job-status';
import { documentsAfter, type Following, followDocuments } from './follow-job';
import { type Receiver, sendInPieces } from './send-in-pieces';

export interface Watch extends Following, Receiver {
  status: JobStatus;
}

/**
 * Sends `catchup` with all stored documents, then each new one as `document`, until the job has ended. `catchup` is one
 * fragmented message, so that a large job is never completely in memory.
 * @returns the ended job and the ordinal of the last document sent; undefined if the watcher disconnected
 */
export async function watchJob(watch: Watch): Promise<{ job: JobView; sent: number } | undefined> {
  const job = await watch.find();
  const write = (text: string | Buffer, isLast = true) => sendInPieces(watch, text, isLast);
  let sent = 0;

  const summary = await watch.status.summarise(job);
  await write(`{"type":"catchup","data":${JSON.stringify(summary).slice(0, -1)},"data":[`, false);
  for await (const document of documentsAfter(watch, job, 0)) {
    if (sent > 0) await write(',', false);
    await write(document.json, false);
    sent = document.ordinal;
  }
  await write(']}}');

  const documents = followDocuments(watch, sent);
  for (;;) {
    const { value, done } = await documents.next();
    if (done) {
      return value === undefined ? undefined : { job: value, sent };
    }
    await write(Buffer.concat([Buffer.from('{"type":"document","data":'), value.json, Buffer.from('}')]));
    sent = value.ordinal;
  }
}
