import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Sends JSON in parts, to avoid copying large buffers. */
export function sendJson(response: Response, ...parts: readonly Buffer[]): void {
  response.status(200);
  response.setHeader('Content-Type', CONTENT_TYPE);
  response.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  for (const part of parts) response.write(part);
  response.end();
}

/**
 * Streams JSON with back-pressure. An error before the first part is thrown and can be returned; a later error closes the
 * connection.
 */
export async function sendJsonParts(response: Response, parts: AsyncGenerator<string, void>): Promise<void> {
  const first = await parts.next();
  response.status(200);
  response.setHeader('Content-Type', CONTENT_TYPE);
  async function* all() {
    if (!first.done) yield first.value;
    yield* parts;
  }
  try {
    await pipeline(Readable.from(all()), response);
  } catch (error) {
    if (!isClosedByCaller(error)) throw error;
  }
}

function isClosedByCaller(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
