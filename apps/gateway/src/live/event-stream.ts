import { once } from 'node:events';
import type { Response } from 'express';

/** A reader who takes nothing for this long is cut off: his page of documents is not kept for him. */
const STALL_MS = 60_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx would collect events before it passes them on.
  'X-Accel-Buffering': 'no',
};

/** How soon a reader that lost the stream comes back. */
const RETRY_MS = 1000;

/** Server-Sent Events on one response. Nothing is buffered beyond the event that is being written. */
export class EventStream {
  private readonly heartbeat: NodeJS.Timeout;

  /** Begins the answer. A comment goes out every `heartbeatMs`, so that nobody on the way takes it for dead. */
  constructor(
    private readonly response: Response,
    heartbeatMs: number,
  ) {
    response.status(200).set(HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.heartbeat = setInterval(() => {
      if (!response.writableNeedDrain && !response.destroyed) response.write(': heartbeat\n\n');
    }, heartbeatMs);
    response.once('close', () => clearInterval(this.heartbeat));
  }

  /** `json` is of one line. Resolves when there is room for the next event; at once when the reader is gone. */
  async send(event: string, json: Buffer | string, id?: string): Promise<void> {
    if (this.response.destroyed) return;
    const head = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: `;
    const hasRoom = this.response.write(Buffer.concat([Buffer.from(head), Buffer.from(json), Buffer.from('\n\n')]));
    if (!hasRoom) await this.untilRoom();
  }

  end(): void {
    clearInterval(this.heartbeat);
    this.response.end();
  }

  private async untilRoom(): Promise<void> {
    if (this.response.destroyed) return;
    const waited = new AbortController();
    const stall = setTimeout(() => this.response.destroy(), STALL_MS);
    const { signal } = waited;
    try {
      await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]);
    } finally {
      clearTimeout(stall);
      waited.abort();
    }
  }
}
