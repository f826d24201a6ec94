import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A reader that takes no piece in this time is cut off, so that its page of documents can be freed. */
const STALL_MS = 60_000;

/** An event may have many megabytes. A slow reader that goes on taking pieces is not cut off. */
const PIECE_BYTES = 64 * 1024;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would otherwise buffer events.
  'X-Accel-Buffering': 'no',
};

/** How soon a client reconnects after it lost the stream. */
const RETRY_MS = 1000;

/** Server-Sent Events on one response. Nothing is buffered beyond the event that is being written. */
export class EventStream {
  private readonly heartbeat: NodeJS.Timeout;
  /** While true, no heartbeat is written: it would break the event. */
  private isSending = false;

  /** Begins the answer. A comment is sent every `heartbeatMs`, so that no proxy takes the stream for dead. */
  constructor(
    private readonly response: ServerResponse,
    heartbeatMs: number,
    private readonly stallMs = STALL_MS,
  ) {
    response.writeHead(200, HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.heartbeat = setInterval(() => {
      if (!this.isSending && !response.writableNeedDrain && !response.destroyed) response.write(': heartbeat\n\n');
    }, heartbeatMs);
    response.once('close', () => clearInterval(this.heartbeat));
  }

  /** `json` must have one line. Resolves when there is room for the next event, or when the reader has left. */
  async send(event: string, json: Buffer | string, id?: string): Promise<void> {
    const head = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: `;
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from(json), Buffer.from('\n\n')]);
    this.isSending = true;
    for (let from = 0; from < bytes.length && !this.response.destroyed; from += PIECE_BYTES) {
      if (!this.response.write(bytes.subarray(from, from + PIECE_BYTES))) await this.untilRoom();
    }
    this.isSending = false;
  }

  end(): void {
    clearInterval(this.heartbeat);
    this.response.end();
  }

  private async untilRoom(): Promise<void> {
    if (this.response.destroyed) return;
    const waited = new AbortController();
    const stall = setTimeout(() => this.response.destroy(), this.stallMs);
    const { signal } = waited;
    try {
      await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]);
    } finally {
      clearTimeout(stall);
      waited.abort();
    }
  }
}
