import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { decodeText, resolveCharset } from './decode-text';

/** Browsers search 1,024 bytes, but many pages declare it after a long script. */
const META_BYTES = 65_536;
const EARLY_BYTES = 2048;
const SAMPLE_BYTES = 65_536;
/** Bytes for the statistics, about 5 µs each. */
const STATISTICS_BYTES = 8192;

// One class for spaces and quotes keeps this linear.
const CHARSET_PARAMETER = /charset\s*=[\s"']*([^\s"';,]+)/i;
const META_CHARSET = /<meta\b[^>]{0,500}?\bcharset\s*=[\s"']*([^\s"'/>;]+)/i;
const XML_ENCODING = /^\s*<\?xml\b[^>]{0,500}?\bencoding\s*=\s*["']([^"']+)/i;
const HTML_LANGUAGE = /<html\b[^>]{0,500}?\blang\s*=[\s"']*([a-z-]+)/i;

/** Usual charset of undeclared pages by language or country of the host. */
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

/** Charsets that statistics recognise (chardet names). Western and Central European ones are too similar. */
const RECOGNISED: ReadonlyMap<string, string> = new Map([
  ['Shift_JIS', 'shift_jis'],
  ['EUC-JP', 'euc-jp'],
  ['EUC-KR', 'cp949'],
  ['GB18030', 'gb18030'],
  ['Big5', 'big5'],
  ['windows-1251', 'windows-1251'],
  ['KOI8-R', 'koi8-r'],
  ['ISO-8859-5', 'iso-8859-5'],
  ['ISO-8859-6', 'windows-1256'],
  ['ISO-8859-7', 'windows-1253'],
  ['ISO-8859-8', 'windows-1255'],
  ['windows-1253', 'windows-1253'],
  ['windows-1255', 'windows-1255'],
  ['windows-1256', 'windows-1256'],
  ['windows-874', 'windows-874'],
]);
/** Percent. Above it, statistics take precedence over language and country. */
const SURE = 60;
const LIKELY = 25;

export interface CharsetEvidence {
  charset?: string;
  contentType?: string;
  url: string;
}

/** The charset for `decodeText`: byte order mark, known charset, header, meta tag, then statistics. */
export function detectCharset(body: Uint8Array, evidence: CharsetEvidence): string {
  const marked = byteOrderMark(body);
  if (marked !== undefined) return marked;
  const known = resolveLabel(evidence.charset);
  if (known !== undefined) return known;
  const inHeader = resolveLabel(evidence.contentType?.match(CHARSET_PARAMETER)?.[1]);
  const inPage = asciiCompatible(resolveLabel(declaredEarly(body) ?? declaredInPage(headOf(body))));
  if (inHeader !== undefined && inPage !== undefined) return chooseDeclared(inHeader, inPage, body);
  const declared = inHeader ?? inPage ?? utf16WithoutMark(body);
  if (declared !== undefined) return declared;
  const head = headOf(body);
  if (isUtf8(body)) return looksLikeIso2022Jp(head) ? 'iso-2022-jp' : 'utf-8';
  return guessLegacy(body.subarray(0, SAMPLE_BYTES), head, evidence.url);
}

function headOf(body: Uint8Array): string {
  return withoutComments(latin1(body.subarray(0, META_BYTES)));
}

/** Declared by a meta tag, searched first at the start of the page. */
function declaredEarly(body: Uint8Array): string | undefined {
  const head = withoutComments(latin1(body.subarray(0, EARLY_BYTES)));
  const match = META_CHARSET.exec(head);
  // The declaration may continue after the end.
  return match !== null && match.index + match[0].length < head.length ? match[1] : undefined;
}

function declaredInPage(head: string): string | undefined {
  return head.match(META_CHARSET)?.[1] ?? head.match(XML_ENCODING)?.[1];
}

/** The header takes precedence, as in browsers, unless the bytes contradict it about UTF-8: valid UTF-8 is no coincidence. */
function chooseDeclared(inHeader: string, inPage: string, body: Uint8Array): string {
  if (inHeader === inPage || (inHeader !== 'utf-8' && inPage !== 'utf-8')) return inHeader;
  const other = inHeader === 'utf-8' ? inPage : inHeader;
  return isUtf8(body) ? 'utf-8' : other;
}

/** Every other byte of UTF-16 tags is NUL. */
function utf16WithoutMark(body: Uint8Array): string | undefined {
  const zeros = [0, 0];
  const length = Math.min(body.length, 512);
  for (let index = 0; index < length; index++) if (body[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > length / 8 && even <= odd / 20) return 'utf-16le';
  return even > length / 8 && odd <= even / 20 ? 'utf-16be' : undefined;
}

function withoutComments(head: string): string {
  let kept = '';
  let from = 0;
  for (let start = head.indexOf('<!--'); start !== -1; start = head.indexOf('<!--', from)) {
    kept += head.slice(from, start);
    const end = head.indexOf('-->', start);
    if (end === -1) return kept;
    from = end + 3;
  }
  return kept + head.slice(from);
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

/** A meta tag that is readable as ASCII cannot be UTF-16. */
function asciiCompatible(charset: string | undefined): string | undefined {
  return charset?.startsWith('utf-16') ? 'utf-8' : charset;
}

function looksLikeIso2022Jp(head: string): boolean {
  return head.includes('\u001b$B') || head.includes('\u001b$@');
}

function guessLegacy(sample: Uint8Array, head: string, url: string): string {
  const byLetters = guessByStatistics(sample);
  if (byLetters !== undefined && byLetters.confidence >= SURE) return byLetters.charset;
  const byPlace = guessByLanguage(sample, head, url);
  if (byPlace !== undefined) return byPlace;
  return byLetters !== undefined && byLetters.confidence >= LIKELY ? byLetters.charset : 'windows-1252';
}

function guessByStatistics(sample: Uint8Array): { charset: string; confidence: number } | undefined {
  const text = latin1(sample)
    .replace(/<[^<>]{0,1000}>/g, ' ')
    .slice(0, STATISTICS_BYTES);
  const best = analyse(Buffer.from(text, 'latin1'))[0];
  const charset = best === undefined ? undefined : RECOGNISED.get(best.name);
  return best === undefined || charset === undefined ? undefined : { charset, confidence: best.confidence };
}

/** By the declared language or the country of the host. */
function guessByLanguage(sample: Uint8Array, head: string, url: string): string | undefined {
  const language = head.match(HTML_LANGUAGE)?.[1]?.toLowerCase().split('-')[0];
  const country = new URL(url).hostname.split('.').at(-1) ?? '';
  const candidates =
    LEGACY_BY_LANGUAGE.get(language ?? '') ?? LEGACY_BY_LANGUAGE.get(LANGUAGE_BY_COUNTRY.get(country) ?? '') ?? [];
  let best: string | undefined;
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
