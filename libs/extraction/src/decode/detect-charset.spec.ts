import iconv from 'iconv-lite';
import { decodeText } from './decode-text';
import { type CharsetEvidence, detectCharset } from './detect-charset';

const decode = (body: Uint8Array, evidence: Partial<CharsetEvidence> = {}) =>
  decodeText(body, detectCharset(body, { url: 'https://example.com/', ...evidence }));

const japanese = '日本語のページ、これはテストです。';
const iso2022 = Buffer.concat([
  Buffer.from('<p>\x1b$B', 'latin1'),
  Buffer.from([0x46, 0x7c, 0x4b, 0x5c]),
  Buffer.from('\x1b(B</p>', 'latin1'),
]);

describe('the charset of a page', () => {
  it.each<[string, Buffer, Partial<CharsetEvidence>, string]>([
    [
      'is told by a byte order mark before the header',
      Buffer.from('\uFEFFé'),
      { contentType: 'text/html; charset=iso-8859-1' },
      'é',
    ],
    [
      'is told by the mark of UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('né', 'utf16le')]),
      {},
      'né',
    ],
    [
      'is told by the header',
      iconv.encode('żółw', 'iso-8859-2'),
      { contentType: 'text/html; charset="ISO-8859-2"' },
      'żółw',
    ],
    [
      'is what is known before what the header says',
      Buffer.from('é'),
      { charset: 'utf-8', contentType: 'text/html; charset=latin1' },
      'é',
    ],
    [
      'called ISO-8859-1 is windows-1252',
      Buffer.from([0x80, 0x93, 0x94, 0x96]),
      { contentType: 'text/html;charset=ISO-8859-1' },
      '€“”–',
    ],
    [
      'called windows-1252 gives quotes and dashes',
      Buffer.from([0x91, 0x92, 0x97]),
      { contentType: 'text/html; charset=windows-1252' },
      '‘’—',
    ],
    ['is not one that nobody knows', Buffer.from('é'), { contentType: 'text/html; charset=no-such-thing' }, 'é'],
    ['is UTF-8 where nothing is said and the bytes are', Buffer.from('naïve – “quoted”'), {}, 'naïve – “quoted”'],
    [
      'is windows-1252 where nothing is said and the bytes are not UTF-8',
      Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      {},
      'café',
    ],
    [
      'is guessed by the country',
      iconv.encode('Привет, мир', 'windows-1251'),
      { url: 'http://example.ru/' },
      'Привет, мир',
    ],
    [
      'of two Japanese ones is the one that can be read',
      iconv.encode(japanese, 'euc-jp'),
      { url: 'http://example.jp/' },
      japanese,
    ],
    ['is ISO-2022-JP where its escapes are', iso2022, {}, '<p>日本</p>'],
  ])('%s', (_title, body, evidence, expected) => {
    expect(decode(body, evidence)).toBe(expected);
  });

  it.each([
    ['a meta tag', '<meta charset="shift_jis">', 'shift_jis'],
    [
      'a meta tag of the old form',
      '<META http-equiv=Content-Type content="text/html; charset=Shift_JIS">',
      'shift_jis',
    ],
    ['a meta tag after a long script', `<script>${'x'.repeat(3000)}</script><meta charset='EUC-JP'>`, 'euc-jp'],
    ['an XML declaration', '<?xml version="1.0" encoding="EUC-JP"?>', 'euc-jp'],
    ['the language', '<html lang="ja-JP">', 'shift_jis'],
  ])('is told by %s', (_title, head, charset) => {
    expect(decode(iconv.encode(`${head}<p>${japanese}</p>`, charset))).toBe(`${head}<p>${japanese}</p>`);
  });

  it('is not UTF-16 because a meta tag says so', () => {
    expect(decode(Buffer.from('<meta charset="utf-16">é'))).toBe('<meta charset="utf-16">é');
  });
});
