import { decodeText, resolveCharset } from '../../decode/decode-text';

const BY_FONT_CHARSET: Record<number, number> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

const NAMES: Record<number, string> = { 10000: 'macintosh', 65001: 'utf-8', 1361: 'johab' };

/** Undefined: the font has the code page of the document. */
export function codePageOfFont(charset: number): number | undefined {
  return BY_FONT_CHARSET[charset];
}

/** `bytes`: one byte per character. An unknown code page is read as Western. */
export function decodeBytes(bytes: string, codePage: number): string {
  if (/^[\x20-\x7e]*$/.test(bytes)) return bytes;
  const charset = resolveCharset(NAMES[codePage] ?? `cp${codePage}`) ?? 'windows-1252';
  return decodeText(Buffer.from(bytes, 'latin1'), charset);
}
