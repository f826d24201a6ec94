import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Sends JSON that is bytes already, in one piece or more: large ones are not copied to be put together. */
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
 * Sends JSON that is made piece by piece, as fast as the caller takes it. What fails before the first piece is thrown
 * while there can still be another answer; what fails later breaks the answer off.
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
    if (!hasLeft(error)) throw error;
  }
}

/** The caller went away in the middle. */
function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
