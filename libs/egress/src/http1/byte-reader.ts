import type { Readable } from 'node:stream';
import { MalformedResponseError } from './malformed-response';

const LF = 0x0a;
const CR = 0x0d;

export class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Returns the next bytes in Latin-1 without consuming them; fewer at the end of the stream. */
  async peek(bytes: number): Promise<string> {
    for (let chunk: Buffer | undefined; this.rest.length < bytes; this.rest = Buffer.concat([this.rest, chunk])) {
      chunk = await this.received();
      if (chunk === undefined) break;
    }
    return this.rest.toString('latin1', 0, bytes);
  }

  /** A line in Latin-1 without its end. @throws `tooLong` above `maxBytes`, or an error at the end of the stream */
  async line(maxBytes: number, tooLong: () => Error): Promise<string> {
    return (await this.until(maxBytes, tooLong, () => true)).replace(/\r?\n$/, '');
  }

  /** Everything up to and including the first empty line. */
  async head(maxBytes: number, tooLong: () => Error): Promise<string> {
    return await this.until(maxBytes, tooLong, (isEmptyLine) => isEmptyLine);
  }

  /** @throws if the stream ends early */
  async *take(bytes: number): AsyncGenerator<Buffer, void> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.next();
      if (chunk === undefined) throw prematureEnd();
      this.rest = chunk.subarray(left);
      left -= Math.min(left, chunk.length);
      yield chunk.subarray(0, chunk.length - this.rest.length);
    }
  }

  async *all(): AsyncGenerator<Buffer, void> {
    for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
  }

  private async until(
    maxBytes: number,
    tooLong: () => Error,
    isEnd: (isEmptyLine: boolean) => boolean,
  ): Promise<string> {
    const read: Buffer[] = [];
    let bytes = 0;
    let isEmptyLine = true;
    for (;;) {
      const chunk = await this.next();
      if (chunk === undefined) throw bytes === 0 ? noAnswer() : prematureEnd();
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (byte === LF && isEnd(isEmptyLine && bytes + at > 1)) {
          this.rest = chunk.subarray(at + 1);
          read.push(chunk.subarray(0, at + 1));
          return Buffer.concat(read).toString('latin1');
        }
        if (byte === LF) isEmptyLine = true;
        else if (byte !== CR) isEmptyLine = false;
        if (bytes + at >= maxBytes) throw tooLong();
      }
      bytes += chunk.length;
      read.push(chunk);
    }
  }

  private async next(): Promise<Buffer | undefined> {
    if (this.rest.length > 0) {
      const { rest } = this;
      this.rest = Buffer.alloc(0);
      return rest;
    }
    return await this.received();
  }

  private async received(): Promise<Buffer | undefined> {
    const { done, value } = await this.chunks.next();
    return done ? undefined : value;
  }
}

function prematureEnd(): Error {
  return Object.assign(new Error('The response ends early'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}

/** Uses undici's error code for explainFailure. */
function noAnswer(): Error {
  return Object.assign(new Error('The connection was closed without a response'), { code: 'UND_ERR_SOCKET' });
}

export function lineTooLong(): Error {
  return new MalformedResponseError('a line exceeds the limit');
}
