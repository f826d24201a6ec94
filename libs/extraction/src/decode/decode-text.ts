import { isAscii } from 'node:buffer';
import iconv from 'iconv-lite';

/**
 * What charset labels mean on the web (WHATWG Encoding), where iconv-lite takes them literally. ISO-8859-1 and ASCII
 * have always been windows-1252 in browsers, GB2312 is GB18030, and so on.
 */
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

/** The name under which `decodeText` knows a charset; undefined for an unknown one. */
export function resolveCharset(label: string): string | undefined {
  const lower = label.trim().toLowerCase();
  const name = WEB_LABELS.get(lower) ?? lower;
  if (isDecodedByPlatform(name) || iconv.encodingExists(name)) return name;
  return undefined;
}

/**
 * `charset` is a name from `resolveCharset`. Bytes that mean nothing become U+FFFD, a byte order mark is dropped.
 *
 * Only the charsets below are left to the platform: TextDecoder of Node 20 gives control characters for 0x80 to 0x9F
 * of windows-1252, where the curly quotes, the dashes and the euro sign are.
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Faster than TextDecoder, and the same but for the mark.
  if (charset === 'utf-8') return decodeUtf8(buffer).replace(/^\uFEFF/, '');
  return isDecodedByPlatform(charset) ? new TextDecoder(charset).decode(buffer) : iconv.decode(buffer, charset);
}

const CHUNK_BYTES = 4096;

/** Most parts of most pages hold only ASCII, which is copied; decoding takes several times as long. */
function decodeUtf8(buffer: Buffer): string {
  let text = '';
  for (let start = 0, end = 0; start < buffer.length; start = end) {
    end = Math.min(start + CHUNK_BYTES, buffer.length);
    // A character ends before the next leading byte, however broken it is.
    while (end < buffer.length && ((buffer[end] ?? 0) & 0xc0) === 0x80) end++;
    const chunk = buffer.subarray(start, end);
    text += chunk.toString(isAscii(chunk) ? 'latin1' : 'utf8');
  }
  return text;
}

function isDecodedByPlatform(charset: string): boolean {
  return charset === 'utf-8' || charset === 'utf-16le' || charset === 'utf-16be' || charset === 'iso-2022-jp';
}
