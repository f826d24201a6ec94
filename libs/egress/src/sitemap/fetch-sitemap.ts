import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { HttpClient } from '../http/http-client';

const unzip = promisify(gunzip);
/** The standard's bound for a file before compression. */
const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
const FILE_TIMEOUT_MS = 30_000;

export interface SitemapFetchOptions {
  /** Ends the whole reading; what was read until then has been given. */
  signal?: AbortSignal;
  userAgent?: string;
  skipTlsVerification?: boolean;
}

/** `url`: where the file came from after redirects. */
type SitemapFile = { kind: 'file'; url: string; text: string } | { kind: 'failed'; problem: string };

export async function fetchSitemap(
  client: HttpClient,
  url: string,
  options: SitemapFetchOptions,
): Promise<SitemapFile> {
  const timeout = AbortSignal.timeout(FILE_TIMEOUT_MS);
  const result = await client.fetch({
    url,
    headers: { accept: 'application/xml,text/xml,text/plain,*/*;q=0.5', ...userAgentField(options.userAgent) },
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    skipTlsVerification: options.skipTlsVerification,
    maxBytes: MAX_SITEMAP_BYTES,
    maxDecodedBytes: MAX_SITEMAP_BYTES,
    onTooLarge: 'cut',
  });
  if (result.kind === 'failed') return { kind: 'failed', problem: result.failure.message };
  if (result.status !== 200) return { kind: 'failed', problem: `status ${result.status}` };
  const bytes = await unpack(result.body);
  if (bytes === undefined) return { kind: 'failed', problem: 'the gzip file is broken or too large' };
  return { kind: 'file', url: result.url, text: readText(bytes) };
}

function userAgentField(userAgent: string | undefined): Record<string, string> {
  return userAgent === undefined ? {} : { 'user-agent': userAgent };
}

/** A .gz file may or may not be announced as a compressed answer, so its first bytes decide. */
async function unpack(bytes: Buffer): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch {
    return undefined;
  }
}

/** By byte order mark, then by the XML declaration (which cannot be read if it says UTF-16 truly), else UTF-8. */
function readText(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*encoding=["'](?!utf-16)([\w-]+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1];
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : declared;
  try {
    return new TextDecoder(label ?? 'utf-8').decode(bytes);
  } catch {
    // An encoding that does not exist.
    return bytes.toString('utf8');
  }
}
