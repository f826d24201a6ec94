import type { Readable } from 'node:stream';

/**
 * Events about what pages log, throw and receive. Puppeteer makes the browser send them whole, of any size, and nothing
 * here reads them.
 */
const UNHEARD = [
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Log.entryAdded',
  'Network.webSocketFrameReceived',
  'Network.webSocketFrameSent',
  'Network.eventSourceMessageReceived',
].map((event) => `{"method":"${event}"`);
/**
 * An event is as large as its page likes: one with a request body holds that body twice. The largest address has 2 MiB.
 * A held request whose event is larger hangs until its page is closed.
 */
const MAX_EVENT_BYTES = 8 * 1024 * 1024;
/** The largest wanted message is a screenshot of noise, 213 MB. Node throws for a text of more than 512 MiB. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** Long enough for the name and number at the start of a message. */
const HEAD_BYTES = 64;
/** Long enough for the session at the end of a message. */
const TAIL_BYTES = 128;

/**
 * Keeps messages with which pages could flood this process out of it: events without a listener, and messages larger
 * than any use. They cost only their way through the pipe. Calls with such an answer reject.
 */
export function limitMessages(pipe: Readable): void {
  const filter = new MessageFilter();
  const emit = pipe.emit.bind(pipe) as (event: string | symbol, ...args: unknown[]) => boolean;
  pipe.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...args);
    for (const part of filter.take(args[0] as Buffer)) emit('data', part);
    return true;
  };
}

/** Messages are JSON, each ended by a zero byte. */
export class MessageFilter {
  private parts: Buffer[] = [];
  private bytes = 0;
  /** Empty: too little of the message has arrived to identify it. */
  private head = '';
  private maxBytes = Number.POSITIVE_INFINITY;
  /** Present: the message is not wanted. */
  private tail: Buffer | undefined;

  /** Yields the parts of wanted messages in order, as soon as each message is whole. */
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
  return UNHEARD.some((beginning) => head.startsWith(beginning)) ? 0 : MAX_EVENT_BYTES;
}

function lastOf(parts: Buffer[]): Buffer {
  return Buffer.concat(parts.map((part) => part.subarray(-TAIL_BYTES))).subarray(-TAIL_BYTES);
}

/** Replaces the answer to a call, which would otherwise wait for ever. Quotes in page text are escaped. */
function refusal(head: string, tail: string): Buffer[] {
  const [, id] = /^\{"id":(\d+)/.exec(head) ?? [];
  if (id === undefined) return [];
  const [, sessionId] = /"sessionId":"(\w+)"\}\0$/.exec(tail) ?? [];
  const error = { code: -32_000, message: 'the answer of the browser is too large' };
  return [Buffer.from(`${JSON.stringify({ id: Number(id), error, sessionId })}\0`)];
}
