import { isFinal } from '@orbweaver/core';
import type { JobView } from '@orbweaver/persistence';
import type { WebSocket } from 'ws';
import type { ApiVersion } from '../api-version';
import { type JobStatus, scrapeSpecOf } from '../jobs/job-status';
import { DONE_REASON, errorReason } from './close-reason';
import type { JobEvents } from './job-events';

/** For the events that were lost. */
const POLL_MS = 5000;

export interface Watch {
  socket: Pick<WebSocket, 'send'>;
  version: ApiVersion;
  gone: AbortSignal;
  find(): Promise<JobView>;
  status: JobStatus;
  events: JobEvents;
}

/**
 * Sends `catchup` with all documents so far, then every further one as `document`, until the job has ended.
 * The catch-up goes out in fragments of one message, so that a large job is never in memory as a whole.
 * @returns the reason for closing; undefined when the watcher went away
 */
export async function watchJob(watch: Watch): Promise<string | undefined> {
  let job = await watch.find();
  const spec = scrapeSpecOf(job);
  const write = (text: string | Buffer, isLast = true) => sendText(watch.socket, text, isLast);
  let sent = 0;

  const summary = await watch.status.summarise(job);
  await write(`{"type":"catchup","data":${JSON.stringify(summary).slice(0, -1)},"data":[`, false);
  for await (const { documents } of pagesAfter(watch, job, 0)) {
    for (const document of documents) {
      if (sent > 0) await write(',', false);
      await write(await watch.version.writeDocument(document, spec), false);
      sent = document.ordinal;
    }
  }
  await write(']}}');

  while (!watch.gone.aborted) {
    // Listened for before reading, so that nothing falls between the two; left alone at the end, the closing ends it.
    const change = watch.events.next(job.id, POLL_MS, watch.gone);
    // Read before the documents: what it counts is then there to be sent.
    job = await watch.find();
    for await (const { documents } of pagesAfter(watch, job, sent)) {
      for (const document of documents) {
        const json = await watch.version.writeDocument(document, spec);
        await write(Buffer.concat([Buffer.from('{"type":"document","data":'), json, Buffer.from('}')]));
        sent = document.ordinal;
      }
    }
    if (isFinal(job.state)) return endOf(job);
    await change;
  }
  return undefined;
}

function endOf(job: JobView): string {
  return job.state === 'failed' ? errorReason(job.error ?? 'The job failed') : DONE_REASON;
}

async function* pagesAfter(watch: Watch, job: JobView, after: number) {
  let skip = after;
  while (!watch.gone.aborted) {
    const documents = await watch.status.readPage(job, { skip });
    const last = documents.at(-1);
    if (last === undefined) return;
    yield { documents };
    skip = last.ordinal;
  }
}

/** Resolves when the bytes are with the operating system: a slow watcher slows his own reading only. */
function sendText(socket: Pick<WebSocket, 'send'>, text: string | Buffer, isLast: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(text, { binary: false, fin: isLast }, (error) => (error ? reject(error) : resolve()));
  });
}
