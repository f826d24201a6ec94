import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Streams parts with back-pressure. Disconnects a reader without progress for `stallMs`, which ends the reads from
 * storage. An error before the first part is thrown and can be returned; a later error closes the connection.
 */
export async function sendExport(
  response: Response,
  parts: AsyncGenerator<Uint8Array, void>,
  { headers, stallMs }: { headers: Record<string, string>; stallMs: number },
): Promise<void> {
  const first = await parts.next();
  if (response.destroyed) {
    await parts.return();
    return;
  }
  response.set(headers);
  async function* all() {
    if (!first.done) yield first.value;
    yield* parts;
  }
  // A timeout of the socket: it restarts when the operating system accepts bytes.
  response.setTimeout(stallMs, () => response.destroy());
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), response);
  } catch (error) {
    if (!isClosedByReader(error)) throw error;
  }
}

const isClosedByReader = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
