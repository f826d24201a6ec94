import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import type { PageFailureReason } from '@orbweaver/core';
import { deflatedFourTimes, FOUR_TIMES_FLATE, makePdf, pdfStream } from '@orbweaver/testing';
import { lzwZeros } from './lzw-zeros';
import { many } from './many';
import { makeXrefStream, withCrossReferences } from './xref-streams';

/** A malicious file and its acceptable outcomes. Nightly runs read all files, daily runs those marked 'daily'. */
export type HostileFile = [
  name: string,
  make: () => Uint8Array,
  mayBe: readonly ('document' | PageFailureReason)[],
  when?: 'daily',
];

const MIB = 1024 * 1024;
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (more = ''): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> ${more} >>`;
const TEXT = pdfStream('', Buffer.from('BT /F 24 Tf 72 700 Td (Words) Tj ET /X Do'));

const withContent = (content: Buffer): Buffer => makePdf([CATALOGUE, PAGES, page(), content, FONT]);
const withFont = (font: string, ...more: (string | Buffer)[]): Buffer =>
  makePdf([CATALOGUE, PAGES, page(), TEXT, font, ...more]);
const withObject = (...objects: (string | Buffer)[]): Buffer =>
  makePdf([CATALOGUE, PAGES, page(), TEXT, FONT, ...objects]);

const bomb = (dictionary = ''): Buffer => pdfStream(`${dictionary} ${FOUR_TIMES_FLATE}`, deflatedFourTimes());
const deflated = (bytes: Buffer | string, dictionary = ''): Buffer =>
  pdfStream(`${dictionary} /Filter /FlateDecode`, deflateSync(bytes, { level: 1 }));
const filtered = (filter: string, bytes: Buffer): Buffer =>
  pdfStream(`/Filter [/FlateDecode /${filter}]`, deflateSync(bytes, { level: 1 }));

/** Elements that each refer to the next one ten times: 10^levels in total. */
const ladder = (levels: number, first: number, rung: (next: string) => string | Buffer): (string | Buffer)[] =>
  Array.from({ length: levels }, (_, level) => rung(`${first + Math.min(level + 1, levels - 1)} 0 R`));

/** Ended by the memory limit or the deadline. */
const STOPPED = ['too-large', 'pdf-timed-out'] as const;
const HARMLESS = ['document'] as const;
/** Fits into the memory limit on most machines. */
const BOUNDED = ['document', ...STOPPED] as const;
const ANY = ['document', 'too-large', 'pdf-timed-out', 'unsupported-type'] as const;

export const HOSTILE_PDFS: HostileFile[] = [
  ['content deflated four times', () => withContent(bomb()), STOPPED, 'daily'],
  ['content of 1 GiB deflated once', () => withContent(deflated(Buffer.alloc(1024 * MIB))), STOPPED],
  ['content of 140 MB by LZW', () => withContent(pdfStream('/Filter /LZWDecode', lzwZeros(20))), BOUNDED, 'daily'],
  [
    'content of 128 MB by lengths of runs',
    () => withContent(filtered('RunLengthDecode', Buffer.alloc(2 * MIB, Buffer.from([0x81, 0x20])))),
    BOUNDED,
  ],
  ['content of 160 MB in ASCII', () => withContent(filtered('ASCII85Decode', Buffer.alloc(40 * MIB, 'z'))), BOUNDED],
  [
    'content of 512 MB by Brotli',
    () =>
      withContent(
        pdfStream(
          '/Filter /BrotliDecode',
          brotliCompressSync(Buffer.alloc(512 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        ),
      ),
    STOPPED,
  ],
  [
    'many contents that are large together',
    () =>
      makePdf([
        CATALOGUE,
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(60)}] /Count 60 >>`,
        page(),
        deflated(Buffer.alloc(30 * MIB, ' ')),
        FONT,
      ]),
    BOUNDED,
  ],
  [
    'an object stream that is a bomb',
    () => withCrossReferences(bomb('/Type /ObjStm /N 1 /First 4'), [2, 6, 0]),
    STOPPED,
  ],
  [
    'cross references that are a bomb',
    () => makeXrefStream(bomb('/Type /XRef /W [1 4 1] /Index [0 1000000000] /Size 1000000000 /Root 1 0 R')),
    [...STOPPED, 'unsupported-type'],
  ],
  [
    'cross references that lead to themselves',
    () =>
      Buffer.from(
        withContent(TEXT)
          .toString('latin1')
          .replace('/Root', `/Prev ${withContent(TEXT).lastIndexOf('xref\n0')} /Root`),
        'latin1',
      ),
    HARMLESS,
    'daily',
  ],
  [
    'cross references to two billion objects',
    () => Buffer.from(withContent(TEXT).toString('latin1').replace('xref\n0 6', 'xref\n0 2000000000'), 'latin1'),
    ANY,
  ],
  [
    'rows of four billion columns',
    () =>
      withContent(
        deflated(
          'x'.repeat(100),
          '/DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >>',
        ),
      ),
    ANY,
  ],
  [
    'a stream that says it has two billion bytes',
    () =>
      Buffer.from(
        withContent(deflated('BT ET')).toString('latin1').replace('/Length 1', '/Length 200000000'),
        'latin1',
      ),
    ANY,
  ],
  ...(['JBIG2Decode', 'JPXDecode', 'CCITTFaxDecode', 'DCTDecode', 'FlateDecode'] as const).map(
    (filter): HostileFile => [
      `a picture of four billion points by ${filter}`,
      () =>
        withObject(
          pdfStream(
            `/Type /XObject /Subtype /Image /Width 65500 /Height 65500 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /${filter}`,
            filter === 'FlateDecode' ? deflateSync(Buffer.alloc(200 * MIB)) : Buffer.from('nothing'),
          ),
        ),
      HARMLESS,
    ],
  ),
  [
    'a picture of four billion points within the text',
    () =>
      withContent(pdfStream('', Buffer.from('BI /W 65500 /H 65500 /BPC 8 /CS /RGB ID x EI BT /F 9 Tf (Words) Tj ET'))),
    HARMLESS,
  ],
  [
    'a font that is a bomb',
    () =>
      withFont(
        '<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 6 0 R >>',
        '<< /Type /FontDescriptor /FontName /A /Flags 32 /FontFile2 7 0 R >>',
        bomb(),
      ),
    STOPPED,
  ],
  [
    'a font with two billion widths',
    () =>
      withFont('<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 0 /LastChar 2000000000 /Widths [1 2 3] >>'),
    HARMLESS,
  ],
  [
    'a font whose characters are four billion',
    () =>
      withFont(
        '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 >> /W [0 2000000000 500] >>] >>',
        deflated(
          `begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${'1 begincidrange <00000000> <ffffffff> 0 endcidrange 1 begincidrange <0000> <ffff> 0 endcidrange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange 1 beginbfrange <0000> <ffff> <0041> endbfrange '.repeat(200)} endcmap`,
          '/Type /CMap /CMapName /A',
        ),
      ),
    ANY,
    'daily',
  ],
  [
    'pages 10,000 levels deep',
    () =>
      makePdf([
        CATALOGUE,
        ...Array.from({ length: 10_000 }, (_, index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 >>`),
        page(),
      ]),
    ANY,
  ],
  [
    'pages that are ten to the power of nine',
    () =>
      makePdf([
        CATALOGUE,
        ...ladder(9, 2, (next) => `<< /Type /Pages /Kids [${`${next} `.repeat(10)}] /Count 1000000000 >>`),
      ]),
    ANY,
  ],
  [
    'two billion pages of which there is one',
    () => makePdf([CATALOGUE, PAGES.replace('/Count 1', '/Count 2000000000'), page(), TEXT, FONT]),
    ANY,
  ],
  [
    'drawings that are ten to the power of nine',
    () =>
      withObject(
        ...ladder(9, 6, (next) =>
          pdfStream(
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${next} >> >>`,
            Buffer.from('/X Do '.repeat(10)),
          ),
        ),
      ),
    ANY,
    'daily',
  ],
  [
    'tags that are ten to the power of nine',
    () =>
      makePdf([
        `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>`,
        PAGES,
        page('/StructParents 0'),
        TEXT,
        FONT,
        '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 [7 0 R]] >> >>',
        ...ladder(9, 7, (next) => `<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K [${`${next} `.repeat(10)}] >>`),
      ]),
    ANY,
  ],
  [
    'a form of XML that is a bomb',
    () =>
      makePdf([CATALOGUE.replace('>>', '/AcroForm << /XFA 6 0 R /Fields [] >> >>'), PAGES, page(), TEXT, FONT, bomb()]),
    BOUNDED,
  ],
  [
    'properties whose entities are worth gigabytes',
    () =>
      makePdf([
        CATALOGUE.replace('>>', '/Metadata 6 0 R >>'),
        PAGES,
        page(),
        TEXT,
        FONT,
        deflated(
          `<!DOCTYPE x [<!ENTITY a0 "ha">${many(12, (level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`)}]><x:xmpmeta xmlns:x="adobe:ns:meta/"><r>&a12;</r></x:xmpmeta>`,
          '/Type /Metadata /Subtype /XML',
        ),
      ]),
    HARMLESS,
  ],
  [
    'properties that are a bomb',
    () =>
      makePdf([
        CATALOGUE.replace('>>', '/Metadata 6 0 R >>'),
        PAGES,
        page(),
        TEXT,
        FONT,
        bomb('/Type /Metadata /Subtype /XML'),
      ]),
    STOPPED,
  ],
  ['an array 100,000 levels deep', () => makePdf(['['.repeat(100_000), CATALOGUE]), ANY, 'daily'],
];
