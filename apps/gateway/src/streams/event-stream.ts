import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A reader that receives no chunk in this time is disconnected, to free its documents. */
const STALL_MS = 60_000;

/** Events can have many megabytes; slow readers that receive chunks stay connected. */
const PIECE_BYTES = 64 * 1024;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Prevents buffering by nginx.
  'X-Accel-Buffering': 'no',
};

/** Reconnection delay of clients. */
const RETRY_MS = 1000;

/** Server-Sent Events on one response. Buffers only the event being written. */
export class EventStream {
  private readonly heartbeat: NodeJS.Timeout;
  /** Suppresses heartbeats, which would corrupt the event. */
  private isSending = false;

  /** Starts the response. Sends a comment every `heartbeatMs`, so that proxies do not time out. */
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

  /** Resolves when the next event can be sent or the reader has disconnected. @param json a single line */
  async send(event: string, json: Buffer | string, id?: string): Promise<void> {
    const head = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: `;
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from(json), Buffer.from('\n\n')]);
    this.isSending = true;
    for (let from = 0; from < bytes.length && !this.response.destroyed; from += PIECE_BYTES) {
      if (!this.response.write(bytes.subarray(from, from + PIECE_BYTES))) await this.untilDrained();
    }
    this.isSending = false;
  }

  end(): void {
    clearInterval(this.heartbeat);
    this.response.end();
  }

  private async untilDrained(): Promise<void> {
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
