import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { FILLER, type FixtureAnswer } from '../page-answer';

export const RUSSIAN_TEXT = 'Привет, широкий мир';
/** Long enough for charset detection. */
const RUSSIAN_PARAGRAPH =
  'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по своему. ' +
  'Все смешалось в доме. Жена узнала, что муж был в связи с бывшею в их доме француженкой, и объявила мужу, ' +
  'что не может жить с ним в одном доме. Положение это продолжалось уже третий день.';

export const CONTENT_ENCODINGS = ['gzip', 'deflate', 'deflate-raw', 'br', 'zstd', 'gzip-br'] as const;

/** Pages in several charsets, and one page in every content encoding. */
export function planEncodings(): Map<string, FixtureAnswer> {
  const russian = (head: string): string =>
    page('Кодировки', head, `<h1>${RUSSIAN_TEXT}</h1><p>${RUSSIAN_PARAGRAPH}</p>`);
  const meta = '<meta charset="windows-1251">';
  return new Map<string, FixtureAnswer>([
    ['/charsets/header', bytes('text/html; charset=windows-1251', toWindows1251(russian('')))],
    ['/charsets/meta', bytes('text/html', toWindows1251(russian(meta)))],
    ['/charsets/bom', bytes('text/html', Buffer.from(`\uFEFF${russian(meta)}`, 'utf16le'))],
    ['/charsets/undeclared', bytes('text/html', toWindows1251(russian('')))],
    ...CONTENT_ENCODINGS.map((name): [string, FixtureAnswer] => {
      const body = Buffer.from(page(`Encoded ${name}`, '', `<h1>Encoded ${name}</h1><p>${FILLER}</p>`));
      return [`/encoded/${name}`, encoded(name, body)];
    }),
  ]);
}

/** The language is the only hint when no charset is declared. */
const page = (title: string, head: string, main: string): string =>
  `<!doctype html><html lang="ru"><head>${head}<title>${title}</title></head><body><main>${main}</main></body></html>`;

const bytes = (contentType: string, body: Buffer): FixtureAnswer => ({ kind: 'bytes', contentType, body });

function encoded(name: (typeof CONTENT_ENCODINGS)[number], body: Buffer): FixtureAnswer {
  const send = (header: string, content: Buffer): FixtureAnswer => ({
    kind: 'bytes',
    contentType: 'text/html; charset=utf-8',
    body: content,
    headers: { 'content-encoding': header },
  });
  switch (name) {
    case 'gzip':
      return send('gzip', gzipSync(body));
    case 'deflate':
      return send('deflate', deflateSync(body));
    case 'deflate-raw':
      return send('deflate', deflateRawSync(body));
    case 'br':
      return send('br', brotliCompressSync(body));
    case 'zstd':
      return send('zstd', toZstd(body));
    case 'gzip-br':
      return send('gzip, br', brotliCompressSync(gzipSync(body)));
  }
}

/** RFC 8878: one frame with one raw block. Node 20 has no zstd encoder. */
function toZstd(body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  const block = Buffer.alloc(4);
  block.writeUInt32LE((body.length << 3) | 1);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, block.subarray(0, 3), body]);
}

/** ASCII and Russian letters, which are in Unicode order from 0xC0, except ё. */
function toWindows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
}
