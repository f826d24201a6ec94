import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError } from '../errors/api-error';
import type { MapStanding, ReceivedMap } from '../notifications/map-replies';
import type { EventStream } from '../streams/event-stream';
import type { MapVersion } from '../wire/map-version';

const gunzipAsync = promisify(gunzip);

type Version = Pick<MapVersion, 'writeHead' | 'writeLinks'>;
type Warning = { warning?: string };

/** JSON arrays of links in the version's form, one part in memory at a time. */
export async function* unpackLinks(version: Version, parts: readonly Uint8Array[]): AsyncGenerator<string> {
  for (const part of parts) yield version.writeLinks((await gunzipAsync(part)).toString());
}

/** The response as JSON, in pieces. */
export async function* writeMap(
  version: Version,
  id: string,
  parts: AsyncIterable<string>,
  warning: Warning,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(version.writeHead(id)).slice(0, -1)},"links":[`;
  let isFirst = true;
  for await (const part of parts) {
    yield `${isFirst ? '' : ','}${part.slice(1, -1)}`;
    isFirst = false;
  }
  yield `]${warning.warning === undefined ? '' : `,"warning":${JSON.stringify(warning.warning)}`}}`;
}

/**
 * Sends `progress` while the map runs, then `links` in parts and `done`; or `error` with the body of an error response.
 * An unexpected error leaves the stream open: the error filter cuts the connection, so that it is no regular end.
 */
export async function streamMap(
  stream: EventStream,
  version: Version,
  run: (report: (standing: MapStanding) => void) => Promise<({ id: string } & ReceivedMap) | undefined>,
  warningFor: (map: ReceivedMap) => Warning,
): Promise<void> {
  try {
    const map = await run((standing) => void stream.send('progress', JSON.stringify(standing)));
    if (map !== undefined) {
      for await (const part of unpackLinks(version, map.parts)) await stream.send('links', part);
      const { urls } = map;
      await stream.send('done', JSON.stringify({ ...version.writeHead(map.id), urls, ...warningFor(map) }));
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await stream.send('error', JSON.stringify(error.body));
  }
  stream.end();
}
