import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { ByteReader, lineTooLong } from './byte-reader';
import { MalformedResponseError } from './malformed-response';
import { type Framing, MAX_START_BYTES, parseResponseHead, type ResponseHead, startOf } from './response-head';

export interface TolerantRequest {
  method: string;
  path: string;
  /** Name, value, name, value, … */
  rawHeaders: readonly string[];
  /** Its length must match `rawHeaders`. */
  body?: Readable | Buffer | string;
}

export interface TolerantAnswer extends Omit<ResponseHead, 'framing'> {
  body: Readable;
}

export interface TolerantLimits {
  maxHeaderBytes: number;
  silenceMs: number;
}

const MAX_LINE_BYTES = 16 * 1024;
const MAX_TRAILER_LINES = 100;
const MAX_INTERIM_ANSWERS = 20;
/** Hexadecimal as in llhttp, with trailing white space as in Chromium. */
const CHUNK_SIZE = /^[ \t]*([\da-f]{1,13})[ \t]*(?:;.*)?$/i;

/**
 * One HTTP/1.1 exchange for servers that the strict parsers of Node and undici reject. Never reuses the connection: a
 * lax parser could confuse the rest of one response with the next.
 * @throws MalformedResponseError and socket errors
 */
export async function exchangeTolerantly(
  socket: Socket,
  request: TolerantRequest,
  { maxHeaderBytes, silenceMs }: TolerantLimits,
): Promise<TolerantAnswer> {
  try {
    socket.setTimeout(silenceMs, () => socket.destroy(silence()));
    socket.write(requestHead(request), 'latin1');
    if (request.body instanceof Readable) request.body.pipe(socket, { end: false });
    else if (request.body !== undefined) socket.write(request.body);
    const reader = new ByteReader(socket);
    const { framing, ...head } = await readHead(reader, request.method, maxHeaderBytes);
    const body = Readable.from(readBody(reader, framing), { objectMode: false });
    body.once('close', () => socket.destroy());
    return { ...head, body };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function requestHead({ method, path, rawHeaders }: TolerantRequest): string {
  const lines = [`${method} ${path} HTTP/1.1`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
}

async function readHead(reader: ByteReader, method: string, maxBytes: number): Promise<ResponseHead> {
  for (let interim = 0; interim < MAX_INTERIM_ANSWERS; interim += 1) {
    // Servers of other protocols may wait after their greeting.
    const start = await reader.peek(MAX_START_BYTES);
    if (start !== '' && startOf(start) === -1) break;
    const head = parseResponseHead(await reader.head(maxBytes, headTooLarge), method);
    const { statusCode } = head;
    if (statusCode === 101 || statusCode < 100 || statusCode > 999) break;
    if (statusCode >= 200) return head;
  }
  throw new MalformedResponseError('no status line of a final response');
}

async function* readBody(reader: ByteReader, framing: Framing): AsyncGenerator<Buffer, void> {
  if (framing.kind === 'length') yield* reader.take(framing.bytes);
  else if (framing.kind === 'close') yield* reader.all();
  else if (framing.kind === 'chunked') yield* readChunks(reader);
}

async function* readChunks(reader: ByteReader): AsyncGenerator<Buffer, void> {
  const line = (): Promise<string> => reader.line(MAX_LINE_BYTES, lineTooLong);
  for (;;) {
    const [, size] = CHUNK_SIZE.exec(await line()) ?? [];
    if (size === undefined) throw new MalformedResponseError('no chunk size');
    if (/^0+$/.test(size)) break;
    yield* reader.take(Number.parseInt(size, 16));
    if ((await line()) !== '') throw new MalformedResponseError('a chunk is longer than its size');
  }
  for (let lines = 0; lines < MAX_TRAILER_LINES && (await line()) !== ''; lines += 1);
}

function headTooLarge(): Error {
  return Object.assign(new Error('The head is too large'), { code: 'UND_ERR_HEADERS_OVERFLOW' });
}

function silence(): Error {
  return Object.assign(new Error('The server is silent'), { code: 'UND_ERR_BODY_TIMEOUT' });
}
