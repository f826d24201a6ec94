import { makeTextPdf } from '../../files/make-pdf';
import { FILLER, type FixtureAnswer, html } from '../page-answer';

export const SHIFT_JIS_TEXT = 'こんにちは世界';
/** SHIFT_JIS_TEXT in Shift_JIS, for which Node has only a decoder. */
const SHIFT_JIS_BYTES = Buffer.from('82b182f182c982bf82cd90a28a45', 'hex');

export const PDF_TEXT = 'Words inside the portable document';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);
/** A ZIP archive without entries. */
const EMPTY_ZIP = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');

const BIG_PAGE_BYTES = 3_000_000;

export function planFiles(): Map<string, FixtureAnswer> {
  return new Map<string, FixtureAnswer>([
    [
      '/files/',
      html('Files', [
        '/files/picture.png',
        '/files/archive.zip',
        '/files/style.css',
        '/files/unnamed-picture',
        '/files/data.json',
        '/files/japanese',
        '/files/big',
        'mailto:someone@example.com',
        'javascript:void(0)',
      ]),
    ],
    ['/papers/', html('Papers', ['/papers/document.pdf', '/papers/unnamed'])],
    ['/papers/unnamed', bytes('application/pdf', makeTextPdf(PDF_TEXT))],
    ['/papers/document.pdf', bytes('application/pdf', makeTextPdf(PDF_TEXT))],
    ['/files/picture.png', bytes('image/png', PIXEL)],
    ['/files/unnamed-picture', bytes('image/png', PIXEL)],
    ['/files/archive.zip', bytes('application/zip', EMPTY_ZIP)],
    ['/files/style.css', bytes('text/css', Buffer.from('body { color: black }'))],
    [
      '/files/data.json',
      bytes('application/json', Buffer.from(JSON.stringify({ kind: 'fixture', numbers: [1, 2, 3] }))),
    ],
    ['/files/japanese', bytes('text/html; charset=Shift_JIS', makeShiftJisPage())],
    ['/files/big', html('Files big', [], { markup: makeBigMarkup() })],
  ]);
}

const bytes = (contentType: string, body: Buffer): FixtureAnswer => ({ kind: 'bytes', contentType, body });

function makeShiftJisPage(): Buffer {
  const [before, after] = [
    '<!doctype html><html lang="ja"><head><title>Japanese</title></head><body><main><h1>',
    `</h1><p>${FILLER}</p></main></body></html>`,
  ];
  return Buffer.concat([Buffer.from(before), SHIFT_JIS_BYTES, Buffer.from(after)]);
}

function makeBigMarkup(): string {
  const paragraph = `<p>${FILLER}</p>\n`;
  return paragraph.repeat(Math.ceil(BIG_PAGE_BYTES / paragraph.length));
}
