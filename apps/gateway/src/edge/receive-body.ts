import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from '../errors/api-error';
import type { BodyReservation } from './body-memory';

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

interface BodyLimits {
  reservation: BodyReservation;
  /** Of the decoded body. */
  maxBytes: number;
  tooLarge(): ApiError;
}

/** Receives and decodes a body. @throws ApiError as `readChunks` */
export async function receiveBody(request: IncomingMessage, reservation: BodyReservation): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const tooLarge = () => new ApiError(413, `The body is larger than ${MAX_BODY_BYTES} bytes`, { code: 'BAD_REQUEST' });
  await readChunks(request, { reservation, maxBytes: MAX_BODY_BYTES, tooLarge }, (chunk) => {
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/**
 * Passes the decoded body to `take`, which may throw to stop reading. Memory is reserved before reading: Content-Length
 * bytes immediately, others on arrival. HTTP_REQUEST_TIMEOUT is the time limit.
 * @throws ApiError 400 if the body is incomplete or cannot be decoded, 413 if it is too large, errors of `reservation`
 * and `take`
 */
export async function readChunks(
  request: IncomingMessage,
  limits: BodyLimits,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (request.destroyed) throw cutOff();
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') {
    return await drain(request, limits, Number(request.headers['content-length'] ?? 0), take);
  }
  const createDecoder = DECODERS[encoding];
  if (createDecoder === undefined) throw badBody(`The Content-Encoding ${encoding.slice(0, 50)} is not supported`);
  const decoder = createDecoder();
  request.once('close', () => {
    if (!request.complete) decoder.destroy();
  });
  request.pipe(decoder);
  try {
    await drain(decoder, limits, 0, take);
  } finally {
    request.unpipe(decoder);
    decoder.destroy();
  }
}

async function drain(
  source: Readable,
  { reservation, maxBytes, tooLarge }: BodyLimits,
  announced: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (announced > maxBytes) throw tooLarge();
  reservation.grow(announced);
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.pause();
      source.removeListener('data', receive);
      reject(error);
    };
    const receive = (chunk: Buffer) => {
      try {
        const grown = size + chunk.length;
        if (grown > maxBytes) throw tooLarge();
        reservation.grow(Math.max(0, grown - Math.max(size, announced)));
        size = grown;
        take(chunk);
      } catch (error) {
        fail(error);
      }
    };
    source.on('data', receive);
    source.once('end', resolve);
    source.once('error', () => fail(badBody('The body cannot be read')));
    source.once('close', () => fail(cutOff()));
  });
}

export const badBody = (message: string) => new ApiError(400, message, { code: 'BAD_REQUEST' });

const cutOff = () => badBody('The connection was closed before the body was complete');
