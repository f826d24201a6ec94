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

/**
 * Receives and decodes a body. Memory is reserved before reading: Content-Length bytes immediately, others on arrival.
 * HTTP_REQUEST_TIMEOUT is the time limit.
 * @throws ApiError 400 if the body is incomplete or cannot be decoded, 413 if it is too large, and errors of `reservation`
 */
export async function receiveBody(request: IncomingMessage, reservation: BodyReservation): Promise<Buffer> {
  if (request.destroyed) throw cutOff();
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return collect(request, reservation, Number(request.headers['content-length'] ?? 0));
  const createDecoder = DECODERS[encoding];
  if (createDecoder === undefined) throw badBody(`The Content-Encoding ${encoding.slice(0, 50)} is not supported`);
  const decoder = createDecoder();
  request.once('close', () => {
    if (!request.complete) decoder.destroy();
  });
  request.pipe(decoder);
  try {
    return await collect(decoder, reservation, 0);
  } finally {
    request.unpipe(decoder);
    decoder.destroy();
  }
}

async function collect(source: Readable, reservation: BodyReservation, announced: number): Promise<Buffer> {
  if (announced > MAX_BODY_BYTES) throw tooLarge();
  reservation.grow(announced);
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      source.pause();
      source.removeListener('data', take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      try {
        const grown = size + chunk.length;
        if (grown > MAX_BODY_BYTES) throw tooLarge();
        reservation.grow(Math.max(0, grown - Math.max(size, announced)));
        size = grown;
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    };
    source.on('data', take);
    source.once('end', resolve);
    source.once('error', () => fail(badBody('The body cannot be read')));
    source.once('close', () => fail(cutOff()));
  });
  return Buffer.concat(chunks, size);
}

const badBody = (message: string) => new ApiError(400, message, { code: 'BAD_REQUEST' });

const cutOff = () => badBody('The connection was closed before the body was complete');

const tooLarge = () => new ApiError(413, `The body is larger than ${MAX_BODY_BYTES} bytes`, { code: 'BAD_REQUEST' });
