import type { PageFailure } from '@orbweaver/core';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient, type HttpClientOptions } from './http-client';

/** The request got no response. The message contains the host and the cause. */
class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';

  constructor(readonly failure: PageFailure) {
    super(failure.message);
  }
}

/** The part of `fetch` that clients of the operator's services use. */
export type ServiceFetch = (
  url: string | URL,
  init?: {
    method?: string;
    headers?: ConstructorParameters<typeof Headers>[0];
    body?: unknown;
    redirect?: string;
    signal?: AbortSignal | null;
  },
) => Promise<Response>;

/** Longer than the largest time limit of a caller (LLM_TIMEOUT). */
const SILENCE_MS = 660_000;
const NO_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/**
 * `fetch` for services that the operator configured (language model, search engine): private addresses are allowed,
 * proxies and certificate authorities are those of the client. Bodies must be text.
 */
export function createServiceFetch(options: Pick<HttpClientOptions, 'routes' | 'secureContext'>): ServiceFetch {
  const guard = createEgressGuard({ allow: '0.0.0.0/0,::/0' });
  const client = createHttpClient({ ...options, guard, userAgent: 'Orbweaver', silenceMs: SILENCE_MS });
  return async (url, { method, headers, body, redirect, signal } = {}) => {
    if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('the body must be text');
    const opening = await client.open({
      url: String(url),
      ...(method !== undefined && { method }),
      // Headers may contain keys, which must not follow a redirect to another origin.
      originHeaders: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
      ...(redirect === 'manual' && { maxRedirects: 0 }),
    });
    if (opening.kind === 'failed') {
      signal?.throwIfAborted();
      throw new RequestFailedError(opening.failure);
    }
    const { status, headers: given } = opening;
    const { 'content-encoding': _, 'content-length': __, ...plain } = given;
    if (NO_BODY.has(status)) {
      await opening.discard();
      return new Response(null, { status, headers: plain });
    }
    return new Response(ReadableStream.from(opening.body) as ReadableStream<Uint8Array>, { status, headers: plain });
  };
}
