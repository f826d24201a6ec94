import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { credentials, errorText, noteStatus, RequestError, type Schemas } from './client';

export type LiveProgress = Schemas['V2JobStatus'] & { urls: Schemas['JobUrlsTotals'] };

const RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 30_000;

/** Reports the progress of a job until it has ended; reconnects after interruptions. @throws RequestError for 4xx */
export async function followJob(
  jobId: string,
  onProgress: (progress: LiveProgress, hasEnded: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let waitMs = RECONNECT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_RECONNECT_MS)) {
    let hasEnded = false;
    const parser = createParser({
      onEvent({ event, data }: EventSourceMessage) {
        if (event !== 'progress' && event !== 'done') return;
        waitMs = RECONNECT_MS;
        hasEnded ||= event === 'done';
        onProgress(JSON.parse(data) as LiveProgress, hasEnded);
      },
    });
    try {
      const response = await fetch(`/v2/crawl/${jobId}/events?documents=false`, { headers: credentials(), signal });
      noteStatus(response.status);
      if (response.status >= 400 && response.status < 500) {
        throw new RequestError(
          response.status,
          errorText(await response.json().catch(() => undefined), response.status),
        );
      }
      const text = response.body?.pipeThrough(new TextDecoderStream());
      for await (const chunk of text ?? []) parser.feed(chunk);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestError) throw error;
    }
    if (hasEnded) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
