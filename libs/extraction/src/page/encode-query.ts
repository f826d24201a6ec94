import iconv from 'iconv-lite';

/**
 * Percent-encodes the query in the page's charset, as browsers do for links and forms. Characters that the charset lacks
 * become `&#…;`.
 */
export function encodeQuery(reference: string, charset: string): string {
  if (isUnicode(charset) || !/[^\0-\x7f]/.test(reference) || !isOfWeb(reference)) return reference;
  const [whole, before = '', query = '', after = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(reference) ?? [];
  if (whole === undefined || !iconv.encodingExists(charset)) return reference;
  return before + query.replace(/[^\0-\x7f]+/g, (letters) => encodeLetters(letters, charset)) + after;
}

function isUnicode(charset: string): boolean {
  return charset.startsWith('utf-');
}

function isOfWeb(reference: string): boolean {
  const [, scheme] = /^\s*([a-z][a-z\d+.-]*):/i.exec(reference) ?? [];
  return scheme === undefined || /^https?$/i.test(scheme);
}

function encodeLetters(letters: string, charset: string): string {
  const bytes = iconv.encode(letters, charset).toString('latin1');
  // iconv writes `?` for characters that the charset lacks.
  if (!bytes.includes('?')) return bytes.replace(/[\x80-\xff]/g, percent);
  return Array.from(letters, (letter) => encodeLetter(letter, charset)).join('');
}

function encodeLetter(letter: string, charset: string): string {
  const bytes = iconv.encode(letter, charset).toString('latin1');
  return bytes === '?' ? `%26%23${letter.codePointAt(0)}%3B` : bytes.replace(/[\x80-\xff]/g, percent);
}

function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}
