import { DOCUMENT_OR_TIMEOUT, type Exchange, type HostilePage, overHttp } from '../hostile-page';
import { BOMB_UNIT_BYTES } from '../tools/bombs';
import { sendBytes, wrap } from '../tools/send';

const DOCUMENT_OR_FILE = [
  ...DOCUMENT_OR_TIMEOUT,
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
] as const;

const bytes =
  (contentType: string, makeBody: () => Buffer | string) =>
  (exchange: Exchange): void =>
    sendBytes(exchange, contentType, makeBody());

const of = (name: string, does: string, contentType: string, makeBody: () => Buffer | string) => ({
  name,
  does,
  mayAnswer: DOCUMENT_OR_FILE,
  serve: bytes(contentType, makeBody),
});

const page = (): Buffer => Buffer.from(wrap('<p>日本語 äöü</p>'));

export const textPages: HostilePage[] = overHttp([
  of('three-charsets', 'names three charsets and is written in a fourth', 'text/html; charset=koi8-r', () =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        wrap('', '<meta charset="shift_jis"><meta http-equiv=content-type content="text/html;charset=big5">'),
      ),
    ]),
  ),
  of('unknown-charset', 'is in a charset that does not exist', `text/html; charset=${'x'.repeat(5000)}`, page),
  of('utf-7', 'hides markup in UTF-7', 'text/html; charset=utf-7', () =>
    wrap('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  ),
  of('half-letters', 'consists of 5 MB of incomplete UTF-8 sequences', 'text/html; charset=utf-8', () =>
    Buffer.concat([page(), Buffer.alloc(5 * BOMB_UNIT_BYTES, 0xe3)]),
  ),
  of('odd-utf-16', 'is UTF-16 with an odd number of bytes', 'text/html; charset=utf-8', () =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(wrap(''), 'utf16le'), Buffer.from([0xd8])]),
  ),
  of('many-boms', 'begins with 100,000 byte order marks', 'text/html', () =>
    Buffer.concat([Buffer.alloc(300_000, '\ufeff'), page()]),
  ),
  of('null-bytes', 'has null bytes everywhere', 'text/html', () =>
    Buffer.from(`${wrap('<p>a\0b\0<scr\0ipt>x</p>').split('').join('\0')}${'\0'.repeat(BOMB_UNIT_BYTES)}`),
  ),
  of('control-letters', 'consists of control characters and lone surrogates', 'text/html; charset=utf-16le', () =>
    Buffer.from(Uint16Array.from({ length: 500_000 }, (_, index) => (index % 2 ? 0xd800 : index % 32)).buffer),
  ),
  of('one-paragraph-of-marks', 'has 500,000 combining marks on one letter', 'text/html', () =>
    wrap(`<p>a${'\u0301'.repeat(500_000)}\u202e reversed</p>`),
  ),
  of('big-json', 'is JSON of 31 MB', 'application/json', () => `[${'{"a":[1,2,3]},'.repeat(2_100_000)}1]`),
  of('deep-json', 'is JSON with a million nested arrays', 'application/json', () => '['.repeat(1_000_000)),
  of('deep-xml', 'is XML with 300,000 levels', 'application/xml', () => '<a>'.repeat(300_000)),
  of(
    'laughs',
    'is XML whose entities expand to gigabytes',
    'application/xhtml+xml',
    () =>
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">${Array.from(
        { length: 12 },
        (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
      ).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]><html><body>&a12;&file;</body></html>`,
  ),
  of('page-as-image', 'declares an image type', 'image/png', page),
  of('noise-as-page', 'is random bytes declared as HTML', 'text/html', () =>
    Buffer.from(Uint8Array.from({ length: 3 * BOMB_UNIT_BYTES }, (_, index) => (index * 7919 + (index >> 3)) & 0xff)),
  ),
  of('long-type', 'has a content type of 60 KB', `text/html; ${'a=b; '.repeat(12_000)}`, page),
]);
