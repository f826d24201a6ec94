import { isUtf8 } from 'node:buffer';
import { decodeText, resolveCharset } from './decode-text';

/** Browsers look for the meta tag in the first 1,024 bytes; pages that put it after a long script are common. */
const META_BYTES = 8192;
const SAMPLE_BYTES = 65_536;

const CHARSET_PARAMETER = /charset\s*=\s*["']?\s*([^\s"';,]+)/i;
const META_CHARSET = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const XML_ENCODING = /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([^"']+)/i;
const HTML_LANGUAGE = /<html\b[^>]*\blang\s*=\s*["']?\s*([a-z-]+)/i;

/** What pages without any declaration are written in, by language or, failing that, by the country of their host. */
const LEGACY_BY_LANGUAGE: ReadonlyMap<string, string[]> = new Map([
  ['ja', ['shift_jis', 'euc-jp', 'iso-2022-jp']],
  ['zh', ['gb18030', 'big5']],
  ['ko', ['cp949']],
  ['ru', ['windows-1251']],
  ['uk', ['windows-1251']],
  ['bg', ['windows-1251']],
  ['sr', ['windows-1251']],
  ['pl', ['iso-8859-2']],
  ['cs', ['windows-1250']],
  ['sk', ['windows-1250']],
  ['hu', ['windows-1250']],
  ['sl', ['windows-1250']],
  ['hr', ['windows-1250']],
  ['ro', ['windows-1250']],
  ['el', ['windows-1253']],
  ['tr', ['windows-1254']],
  ['he', ['windows-1255']],
  ['ar', ['windows-1256']],
  ['fa', ['windows-1256']],
  ['lt', ['windows-1257']],
  ['lv', ['windows-1257']],
  ['et', ['windows-1257']],
  ['vi', ['windows-1258']],
  ['th', ['windows-874']],
]);
const LANGUAGE_BY_COUNTRY: ReadonlyMap<string, string> = new Map([
  ['jp', 'ja'],
  ['cn', 'zh'],
  ['tw', 'zh'],
  ['hk', 'zh'],
  ['kr', 'ko'],
  ['ru', 'ru'],
  ['su', 'ru'],
  ['ua', 'uk'],
  ['bg', 'bg'],
  ['rs', 'sr'],
  ['pl', 'pl'],
  ['cz', 'cs'],
  ['sk', 'sk'],
  ['hu', 'hu'],
  ['si', 'sl'],
  ['hr', 'hr'],
  ['ro', 'ro'],
  ['gr', 'el'],
  ['tr', 'tr'],
  ['il', 'he'],
  ['ir', 'fa'],
  ['lt', 'lt'],
  ['lv', 'lv'],
  ['ee', 'et'],
  ['vn', 'vi'],
  ['th', 'th'],
]);

export interface CharsetEvidence {
  /** Known for certain. */
  charset?: string;
  contentType?: string;
  url: string;
}

/** The charset of `body` as `decodeText` takes it: byte order mark, what is known, header, meta, and then the bytes themselves. */
export function detectCharset(body: Uint8Array, evidence: CharsetEvidence): string {
  const marked = byteOrderMark(body);
  if (marked !== undefined) return marked;
  const head = latin1(body.subarray(0, META_BYTES));
  const declared =
    resolveLabel(evidence.charset) ??
    resolveLabel(evidence.contentType?.match(CHARSET_PARAMETER)?.[1]) ??
    asciiCompatible(resolveLabel(head.match(META_CHARSET)?.[1] ?? head.match(XML_ENCODING)?.[1]));
  if (declared !== undefined) return declared;
  if (isUtf8(body)) return looksLikeIso2022Jp(head) ? 'iso-2022-jp' : 'utf-8';
  return guessLegacy(body.subarray(0, SAMPLE_BYTES), head, evidence.url);
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

function resolveLabel(label: string | undefined): string | undefined {
  return label === undefined ? undefined : resolveCharset(label);
}

/** A meta tag that could be read byte by byte is not in UTF-16, whatever it says. */
function asciiCompatible(charset: string | undefined): string | undefined {
  return charset?.startsWith('utf-16') ? 'utf-8' : charset;
}

function looksLikeIso2022Jp(head: string): boolean {
  return head.includes('\u001b$B') || head.includes('\u001b$@');
}

function guessLegacy(sample: Uint8Array, head: string, url: string): string {
  const language = head.match(HTML_LANGUAGE)?.[1]?.toLowerCase().split('-')[0];
  const country = new URL(url).hostname.split('.').at(-1) ?? '';
  const candidates =
    LEGACY_BY_LANGUAGE.get(language ?? '') ?? LEGACY_BY_LANGUAGE.get(LANGUAGE_BY_COUNTRY.get(country) ?? '') ?? [];
  let best = 'windows-1252';
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const unreadable = decodeText(sample, candidate).split('\uFFFD').length - 1;
    if (unreadable < fewest) {
      best = candidate;
      fewest = unreadable;
    }
  }
  return best;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
