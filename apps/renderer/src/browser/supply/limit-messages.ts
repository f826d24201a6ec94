import type { Readable } from 'node:stream';

/** Unused events, which the browser sends at any size. */
const UNUSED_EVENTS = [
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Log.entryAdded',
  'Network.webSocketFrameReceived',
  'Network.webSocketFrameSent',
  'Network.eventSourceMessageReceived',
].map((event) => `{"method":"${event}"`);
/** Pages control the size of events. A URL has up to 2 MiB; a paused request with a larger event hangs with its page. */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** The largest expected message is a screenshot of noise, 213 MB. Node's limit is 512 MiB. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** Contains the name or number at the start of a message. */
const HEAD_BYTES = 64;
/** Contains the session at the end of a message. */
const TAIL_BYTES = 128;

/** Drops unused events and oversized messages, with which pages could flood this process. Affected calls reject. */
export function limitMessages(pipe: Readable): void {
  const filter = new MessageFilter();
  const emit = pipe.emit.bind(pipe) as (event: string | symbol, ...args: unknown[]) => boolean;
  pipe.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...args);
    for (const part of filter.take(args[0] as Buffer)) emit('data', part);
    return true;
  };
}

/** Messages are JSON, terminated by a zero byte. */
export class MessageFilter {
  private parts: Buffer[] = [];
  private bytes = 0;
  /** Empty until enough of the message has arrived to identify it. */
  private head = '';
  private maxBytes = Number.POSITIVE_INFINITY;
  private tail: Buffer | undefined;

  /** Yields the parts of accepted messages in order, as soon as a message is complete. */
  *take(chunk: Buffer): Generator<Buffer> {
    for (let start = 0; start < chunk.length; ) {
      const zero = chunk.indexOf(0, start);
      const end = zero === -1 ? chunk.length : zero + 1;
      this.add(chunk.subarray(start, end), zero !== -1);
      if (zero !== -1) yield* this.finish();
      start = end;
    }
  }

  private add(part: Buffer, isLast: boolean): void {
    this.bytes += part.length;
    if (this.tail !== undefined) {
      this.tail = lastOf([this.tail, part]);
      return;
    }
    this.parts.push(part);
    if (this.head === '' && (isLast || this.bytes >= HEAD_BYTES)) {
      this.head = Buffer.concat(this.parts).toString('latin1', 0, HEAD_BYTES);
      this.maxBytes = maxBytesOf(this.head);
    }
    if (this.bytes <= this.maxBytes) return;
    this.tail = lastOf(this.parts);
    this.parts = [];
  }

  private finish(): Buffer[] {
    const { parts, head, tail } = this;
    Object.assign(this, { parts: [], bytes: 0, head: '', maxBytes: Number.POSITIVE_INFINITY, tail: undefined });
    return tail === undefined ? parts : refusal(head, tail.toString('latin1'));
  }
}

function maxBytesOf(head: string): number {
  if (head.startsWith('{"id":')) return MAX_ANSWER_BYTES;
  return UNUSED_EVENTS.some((beginning) => head.startsWith(beginning)) ? 0 : MAX_EVENT_BYTES;
}

function lastOf(parts: Buffer[]): Buffer {
  return Buffer.concat(parts.map((part) => part.subarray(-TAIL_BYTES))).subarray(-TAIL_BYTES);
}

/** An error in place of the response, so that the call does not hang. Quotes in page text are escaped. */
function refusal(head: string, tail: string): Buffer[] {
  const [, id] = /^\{"id":(\d+)/.exec(head) ?? [];
  if (id === undefined) return [];
  const [, sessionId] = /"sessionId":"(\w+)"\}\0$/.exec(tail) ?? [];
  const error = { code: -32_000, message: 'the response of the browser is too large' };
  return [Buffer.from(`${JSON.stringify({ id: Number(id), error, sessionId })}\0`)];
}
