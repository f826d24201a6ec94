import type { PageFailure } from '@orbweaver/core';
import type { HttpClient } from '../http/http-client';

/** The minimum required by RFC 9309. The rest is ignored. */
const MAX_ROBOTS_BYTES = 500 * 1024;
/** The minimum required by RFC 9309. */
const MAX_REDIRECTS = 5;

/**
 * - `found`: `text` contains the rules.
 * - `absent`: the site has none (4xx, endless redirect). Everything is allowed; `text` is empty.
 * - `unreachable`: unknown (5xx, 429, no connection). RFC 9309 treats it as disallowed; the caller decides for how long.
 */
export type RobotsFetch =
  | { outcome: 'found' | 'absent'; text: string; statusCode: number }
  | { outcome: 'unreachable'; statusCode?: number; failure?: PageFailure };

export interface RobotsFetchOptions {
  userAgent?: string;
  signal?: AbortSignal;
  skipTlsVerification?: boolean;
}

export async function fetchRobots(
  client: HttpClient,
  origin: string,
  options: RobotsFetchOptions = {},
): Promise<RobotsFetch> {
  const result = await client.fetch({
    url: new URL('/robots.txt', origin).href,
    headers: { accept: 'text/plain,*/*;q=0.5', ...(options.userAgent && { 'user-agent': options.userAgent }) },
    signal: options.signal,
    skipTlsVerification: options.skipTlsVerification,
    maxRedirects: MAX_REDIRECTS,
    maxBytes: MAX_ROBOTS_BYTES,
    onTooLarge: 'cut',
  });
  if (result.kind === 'failed') {
    if (result.failure.reason === 'too-many-redirects') return { outcome: 'absent', text: '', statusCode: 302 };
    return { outcome: 'unreachable', failure: result.failure };
  }
  const { status: statusCode, body } = result;
  if (statusCode >= 500 || statusCode === 429) return { outcome: 'unreachable', statusCode };
  if (statusCode < 200 || statusCode >= 300) return { outcome: 'absent', text: '', statusCode };
  return { outcome: 'found', text: readText(body), statusCode };
}

function readText(body: Buffer): string {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  // Many sites return "not found" as HTML or JSON with status 200.
  if (/^\s*[<{[]/.test(text)) return '';
  // A truncated path would block more than the whole.
  return body.length >= MAX_ROBOTS_BYTES ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}
