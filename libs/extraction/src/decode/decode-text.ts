import { isAscii } from 'node:buffer';
import iconv from 'iconv-lite';
import { parseHtml } from '../tree/parse-html';
import { elementsOf, textOf } from '../tree/walk';

/** Charset labels that mean another charset on the web (WHATWG Encoding): ISO-8859-1 and ASCII are windows-1252. */
const WEB_LABELS: ReadonlyMap<string, string> = new Map([
  ['ascii', 'windows-1252'],
  ['us-ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['iso_8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['l1', 'windows-1252'],
  ['x-user-defined', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
  ['latin5', 'windows-1254'],
  ['iso-8859-11', 'windows-874'],
  ['tis-620', 'windows-874'],
  ['gb2312', 'gb18030'],
  ['gb_2312', 'gb18030'],
  ['gb_2312-80', 'gb18030'],
  ['gbk', 'gb18030'],
  ['x-gbk', 'gb18030'],
  ['big5-hkscs', 'big5hkscs'],
  ['x-sjis', 'shift_jis'],
  ['ms_kanji', 'shift_jis'],
  ['windows-31j', 'shift_jis'],
  ['sjis', 'shift_jis'],
  ['x-euc-jp', 'euc-jp'],
  ['ks_c_5601-1987', 'cp949'],
  ['euc-kr', 'cp949'],
  ['korean', 'cp949'],
  ['utf8', 'utf-8'],
  ['unicode-1-1-utf-8', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['unicode', 'utf-16le'],
]);

/** The charset name for `decodeText`; undefined if unknown. */
export function resolveCharset(label: string): string | undefined {
  const lower = label.trim().toLowerCase();
  const name = WEB_LABELS.get(lower) ?? lower;
  if (isDecodedByPlatform(name) || iconv.encodingExists(name)) return name;
  return undefined;
}

/**
 * Decodes bytes; invalid ones become U+FFFD, a byte order mark is removed. `charset`: from `resolveCharset`. Node 20's
 * TextDecoder is wrong for windows-1252 (0x80 to 0x9F), so iconv decodes most charsets.
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Faster than TextDecoder; equal except for the byte order mark.
  if (charset === 'utf-8') return decodeUtf8(buffer).replace(/^\uFEFF/, '');
  return isDecodedByPlatform(charset) ? new TextDecoder(charset).decode(buffer) : iconv.decode(buffer, charset);
}

const CHUNK_BYTES = 4096;

/** Copies ASCII chunks, which is several times faster than decoding. */
function decodeUtf8(buffer: Buffer): string {
  let text = '';
  for (let start = 0, end = 0; start < buffer.length; start = end) {
    end = Math.min(start + CHUNK_BYTES, buffer.length);
    // Even an invalid character ends before the next leading byte.
    while (end < buffer.length && ((buffer[end] ?? 0) & 0xc0) === 0x80) end++;
    const chunk = buffer.subarray(start, end);
    text += chunk.toString(isAscii(chunk) ? 'latin1' : 'utf8');
  }
  return text;
}

function isDecodedByPlatform(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf-16le' || charset === 'utf-16be' || charset === 'iso-2022-jp';
}

/** The text that a browser displays in its viewer: a page with one `pre`. Undefined for other pages. */
export function readViewerText(renderedDom: string): string | undefined {
  const { body } = parseHtml(renderedDom);
  const first = body.firstChild;
  if (first === null || first.nodeType === 3 || first.localName !== 'pre') return undefined;
  for (const element of elementsOf(body)) {
    if (element !== first && element.parentNode === body && textOf(element).trim() !== '') return undefined;
  }
  return textOf(first);
}
