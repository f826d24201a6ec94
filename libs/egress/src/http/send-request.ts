import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { collectFields, MAX_HEADER_BYTES } from '../http1/response-head';
import { exchangeTolerantly } from '../http1/tolerant-exchange';
import { type ConnectionOptions, type ConnectionPools, type RequestRoute } from './connection-pools';
import type { Cookies } from './cookies';
import type { Hop } from './redirect';
import type { WireFormat } from './wire-formats';

const MAX_DISCARDED_BYTES = 64 * 1024;

/** A response head with an unread body. */
export interface ResponseStart {
  statusCode: number;
  statusText: string;
  headers: Record<string, string | string[] | undefined>;
  body: Readable & Partial<Pick<Dispatcher.ResponseData['body'], 'dump'>>;
}

export interface SendOptions {
  pools: ConnectionPools;
  format: WireFormat;
  way: RequestRoute;
  connection: ConnectionOptions;
  signal: AbortSignal | undefined;
}

export async function sendRequest(hop: Hop, cookies: Cookies, options: SendOptions): Promise<ResponseStart> {
  const fields = fieldsOf(hop, cookies, options.way);
  return await (options.format === 'tolerant' ? sendTolerantly : sendPooled)(hop, fields, options);
}

/**
 * Drains a small body, so that the connection can be reused, or closes the connection. Never rejects; resolves early
 * when the request's signal aborts.
 */
export async function discard(body: ResponseStart['body']): Promise<void> {
  if (body.dump === undefined) body.on('error', () => undefined).destroy();
  else await body.dump({ limit: MAX_DISCARDED_BYTES }).catch(() => undefined);
}

function fieldsOf(hop: Hop, cookies: Cookies, way: RequestRoute): Record<string, string> {
  const given = new Map([...hop.headers, ...hop.originHeaders]);
  const cookie = cookies.fieldFor(hop.url, given.get('cookie'));
  return { ...Object.fromEntries(given), ...way.headers, ...(cookie !== undefined && { cookie }) };
}

async function sendPooled(
  hop: Hop,
  headers: Record<string, string>,
  { way, signal }: SendOptions,
): Promise<ResponseStart> {
  return await way.dispatcher.request({
    origin: way.origin,
    path: way.path,
    method: hop.method as Dispatcher.HttpMethod,
    headers,
    body: hop.body ?? null,
    signal: signal ?? null,
  });
}

async function sendTolerantly(
  hop: Hop,
  fields: Record<string, string>,
  { pools, way, connection, signal }: SendOptions,
): Promise<ResponseStart> {
  const socket = await pools.dial(hop.url, connection);
  const abort = (): void => void socket.destroy();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal?.removeEventListener('abort', abort));
  const { body: content } = hop;
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  const answer = await exchangeTolerantly(
    socket,
    {
      method: hop.method,
      path: way.path,
      rawHeaders: Object.entries({ host: hop.url.host, ...fields, ...length }).flat(),
      ...(content !== undefined && { body: content }),
    },
    { maxHeaderBytes: MAX_HEADER_BYTES, silenceMs: pools.silenceMs },
  );
  return { ...answer, headers: collectFields(answer.rawHeaders) };
}
