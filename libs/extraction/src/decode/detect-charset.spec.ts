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

describe('detectCharset', () => {
  it.each<[string, Buffer, Partial<CharsetEvidence>, string]>([
    [
      'prefers a byte order mark to the header',
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
    ['ignores an unknown charset', Buffer.from('é'), { contentType: 'text/html; charset=no-such-thing' }, 'é'],
    ['is UTF-8 if undeclared and valid', Buffer.from('naïve – “quoted”'), {}, 'naïve – “quoted”'],
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
    ['is ISO-2022-JP if its escapes occur', iso2022, {}, '<p>日本</p>'],
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
    ['a meta tag after a long script', `<script>${'x'.repeat(30_000)}</script><meta charset='EUC-JP'>`, 'euc-jp'],
    ['an XML declaration', '<?xml version="1.0" encoding="EUC-JP"?>', 'euc-jp'],
    ['the language', '<html lang="ja-JP">', 'shift_jis'],
  ])('reads the charset from %s', (_title, head, charset) => {
    expect(decode(iconv.encode(`${head}<p>${japanese}</p>`, charset))).toBe(`${head}<p>${japanese}</p>`);
  });

  it.each([
    ['shift_jis', '日本語のページです。これはテストです。カタカナとひらがな。'],
    ['euc-jp', '日本語のページです。これはテストです。カタカナとひらがな。'],
    ['gb18030', '这是一个中文网页，我们在这里测试编码检测。今天天气很好。'],
    ['big5', '這是一個中文網頁，我們在這裡測試編碼檢測。今天天氣很好。'],
    ['cp949', '이것은 한국어 페이지입니다. 오늘은 날씨가 아주 좋습니다.'],
    ['windows-1251', 'Это страница на русском языке, и мы проверяем кодировку.'],
    ['koi8-r', 'Это страница на русском языке, и мы проверяем кодировку.'],
    ['windows-1253', 'Αυτή είναι μια ελληνική σελίδα και δοκιμάζουμε.'],
    ['windows-1256', 'هذه صفحة باللغة العربية ونحن نختبر كشف الترميز.'],
    ['iso-2022-jp', '日本語'],
    ['utf-16le', 'né 日本語 plain'],
    ['utf-16be', 'né 日本語 plain'],
    ['windows-1252', 'Ceci est une page française: élève, garçon, où, déjà.'],
  ])('detects %s from the bytes alone', (charset, text) => {
    const page = `<html><head><title>${text}</title></head><body class="a"><p>${text}</p></body></html>`;
    const body = charset === 'iso-2022-jp' ? iso2022 : iconv.encode(page, charset, { addBOM: false });
    expect(decode(body)).toBe(charset === 'iso-2022-jp' ? '<p>日本</p>' : page);
  });

  it.each<[string, string, string, string, string]>([
    ['the page, against a general header', 'utf-8', 'iso-8859-1', 'utf-8', 'né – żółw'],
    ['the page, against a general UTF-8 header', 'shift_jis', 'utf-8', 'Shift_JIS', japanese],
    ['the header, against a page that declares UTF-8', 'windows-1251', 'windows-1251', 'utf-8', 'Привет'],
    ['the header, against a page with another charset', 'shift_jis', 'Shift_JIS', 'euc-jp', japanese],
  ])('chooses the charset by %s', (_title, charset, header, meta, text) => {
    const page = `<meta charset="${meta}"><p>${text}</p>`;
    expect(decode(iconv.encode(page, charset), { contentType: `text/html; charset=${header}` })).toBe(page);
  });

  it('ignores a declaration in a comment', () => {
    const page = '<!-- <meta charset="shift_jis"> --><meta charset="windows-1251"><p>Привет</p>';
    expect(decode(iconv.encode(page, 'windows-1251'))).toBe(page);
  });

  it('does not accept UTF-16 from a meta tag', () => {
    expect(decode(Buffer.from('<meta charset="utf-16">é'))).toBe('<meta charset="utf-16">é');
  });
});

it.each([
  ['a page', '<meta charset=%>', {}],
  ['a page in its language', '<html lang=%>\xe9', {}],
  ['a header', 'x', { contentType: 'text/html; charset=%;' }],
])('detects the charset in linear time: %s', (_title, page, evidence: Partial<CharsetEvidence>) => {
  const fill = (text: string) => text.replace('%', ' '.repeat(60_000));
  const before = process.cpuUsage();
  const { contentType } = evidence;
  decode(Buffer.from(fill(page), 'latin1'), contentType === undefined ? {} : { contentType: fill(contentType) });
  const { user, system } = process.cpuUsage(before);
  // Some milliseconds; where spaces can be parted in every way, 5 s.
  expect((user + system) / 1000).toBeLessThan(1500);
});

describe('UTF-8', () => {
  it.each([
    ['two bytes', [0xc3, 0xa9]],
    ['four bytes', [0xf0, 0x9f, 0x98, 0x80]],
    ['half a character', [0xe2, 0x82]],
    ['continuation bytes', [0x80, 0xbf, 0x80, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80]],
  ])('is detected even if a character is cut: %s', (_title, bytes) => {
    for (let before = 4085; before < 4100; before++) {
      const body = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(bytes), Buffer.alloc(5000, 'y')]);
      expect(decodeText(body, 'utf-8')).toBe(body.toString('utf8'));
    }
  });

  it('is detected from a meta tag at any position', () => {
    for (let before = 1990; before < 2060; before++) {
      const body = iconv.encode(`<!--${'x'.repeat(before)}--><meta charset="windows-1251"><p>текст`, 'windows-1251');
      expect(decode(body)).toContain('текст');
    }
  });
});
