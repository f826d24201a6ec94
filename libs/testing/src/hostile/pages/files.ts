import { deflateSync } from 'node:zlib';
import { makePdf, pdfStream } from '../../files/make-pdf';
import { makeZip } from '../../files/make-zip';
import { DOCUMENT_OR_TIMEOUT, type HostilePage, overHttp } from '../hostile-page';
import { BOMB_UNIT_BYTES, deflatedFourTimes, deflatedSpaces, FOUR_TIMES_FLATE } from '../tools/bombs';
import { sendBytes } from '../tools/send';

const FILE_ANSWERS = [
  ...DOCUMENT_OR_TIMEOUT,
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
  'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
] as const;

const of = (name: string, does: string, contentType: string, makeBody: () => Buffer | string) => ({
  name,
  does,
  mayAnswer: FILE_ANSWERS,
  serve: (exchange: Parameters<HostilePage['serve']>[0]) => sendBytes(exchange, contentType, makeBody()),
});

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const WORD = `${OFFICE}wordprocessingml.document`;
const WORD_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const contentTypes = (part: string, type: string): { name: string; body: string } => ({
  name: '[Content_Types].xml',
  body: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`,
});

const relations = (target: string): { name: string; body: string } => ({
  name: '_rels/.rels',
  body: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`,
});

const docx = (body: string | Buffer): Buffer =>
  makeZip([
    contentTypes('/word/document.xml', `${WORD}.main+xml`),
    relations('word/document.xml'),
    { name: 'word/document.xml', body },
  ]);

const wordText = (inner: string, prologue = ''): string =>
  `<?xml version="1.0"?>${prologue}<w:document ${WORD_NAMESPACE}><w:body>${inner}</w:body></w:document>`;

function xlsx(sheet: string): Buffer {
  const type = `${OFFICE}spreadsheetml.sheet.main+xml`;
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return makeZip([
    contentTypes('/xl/workbook.xml', type),
    relations('xl/workbook.xml'),
    {
      name: 'xl/workbook.xml',
      body: `<?xml version="1.0"?><workbook xmlns="${namespace}" xmlns:r="${links}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      body: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      body: `<?xml version="1.0"?><worksheet xmlns="${namespace}">${sheet}</worksheet>`,
    },
  ]);
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const pdfPage = (parent = '2 0 R'): string =>
  `<< /Type /Page /Parent ${parent} /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`;

const onePage = (content: Buffer): Buffer =>
  makePdf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', pdfPage(), content, FONT]);

const flate = (bytes: Buffer): Buffer => pdfStream('/Filter /FlateDecode', deflateSync(bytes));

export const filePages: HostilePage[] = overHttp([
  of('pdf-bomb', 'is a PDF with a page that unpacks to 128 MiB', 'application/pdf', () =>
    onePage(pdfStream('/Filter /FlateDecode', deflatedSpaces())),
  ),
  of('pdf-bomb-twice', 'is a PDF with a page packed twice', 'application/pdf', () =>
    onePage(pdfStream('/Filter [/FlateDecode /FlateDecode]', deflateSync(deflatedSpaces()))),
  ),
  of('pdf-bomb-nested', 'is a PDF of a kilobyte with 1.5 GiB on its page', 'application/pdf', () =>
    onePage(pdfStream(FOUR_TIMES_FLATE, deflatedFourTimes())),
  ),
  of('pdf-bomb-objects', 'is a PDF with an endless object stream', 'application/pdf', () =>
    makePdf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      pdfPage(),
      pdfStream(`/Type /ObjStm /N 100000000 /First 4 ${FOUR_TIMES_FLATE}`, deflatedFourTimes()),
    ]),
  ),
  of('pdf-many-characters', 'is a PDF with a font of four billion characters', 'application/pdf', () =>
    makePdf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      pdfPage(),
      pdfStream('', Buffer.from('BT /F1 24 Tf 72 700 Td (words) Tj ET')),
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /ToUnicode 6 0 R >>',
      pdfStream(
        '',
        Buffer.from(`begincmap ${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange '.repeat(200)} endcmap`),
      ),
    ]),
  ),
  of('pdf-many-pages', 'is a PDF that shows one page 200,000 times', 'application/pdf', () =>
    makePdf([
      CATALOGUE,
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(200_000)}] /Count 200000 >>`,
      pdfPage(),
      pdfStream('', Buffer.from('BT /F1 24 Tf 72 700 Td (again) Tj ET')),
      FONT,
    ]),
  ),
  of('pdf-circle', 'is a PDF with a cyclic page tree', 'application/pdf', () =>
    makePdf([
      CATALOGUE,
      '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 9 >>',
    ]),
  ),
  of('pdf-deep', 'is a PDF with an array 100,000 levels deep', 'application/pdf', () =>
    makePdf(['['.repeat(100_000), CATALOGUE.replace('2 0', '1 0')]),
  ),
  of('pdf-much-text', 'is a PDF with ten million words on a page', 'application/pdf', () =>
    onePage(flate(Buffer.from(`BT /F1 1 Tf ${'(word) Tj '.repeat(3_000_000)} ET`))),
  ),
  of('pdf-form-circle', 'is a PDF with a recursive form', 'application/pdf', () =>
    makePdf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>',
      pdfStream('', Buffer.from('/A Do /A Do')),
      pdfStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 5 0 R >> >>',
        Buffer.from('/A Do /A Do'),
      ),
    ]),
  ),
  of('pdf-cut', 'is the first half of a PDF', 'application/pdf', () => {
    const whole = onePage(pdfStream('', Buffer.from('BT /F1 24 Tf 72 700 Td (whole) Tj ET')));
    return whole.subarray(0, whole.length / 2);
  }),
  of('zip-bomb', 'is a ZIP archive of 64 MiB of nothing', 'application/zip', () =>
    makeZip([{ name: 'nothing', body: Buffer.alloc(64 * BOMB_UNIT_BYTES) }]),
  ),
  of('docx-bomb', 'is a Word file that unpacks to 160 MiB', WORD, () =>
    docx(Buffer.concat([Buffer.from(wordText('')), Buffer.alloc(160 * BOMB_UNIT_BYTES, ' ')])),
  ),
  of('docx-many-parts', 'is a Word file of 60,000 parts', WORD, () =>
    makeZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `word/part${index}.xml`, body: '<x/>' }))),
  ),
  of('docx-laughs', 'is a Word file whose entities expand to gigabytes', WORD, () => {
    const entities = Array.from({ length: 12 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`);
    return docx(
      wordText(
        '<w:p><w:r><w:t>&a12;&file;</w:t></w:r></w:p>',
        `<!DOCTYPE x [<!ENTITY a0 "ha">${entities.join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`,
      ),
    );
  }),
  of('docx-nested', 'is a Word file with tables 5,000 levels deep', WORD, () =>
    docx(
      wordText(
        `${'<w:tbl><w:tr><w:tc>'.repeat(5000)}<w:p><w:r><w:t>deep</w:t></w:r></w:p>${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`,
      ),
    ),
  ),
  of('xlsx-far-cell', 'is a sheet with one cell in its last row and column', `${OFFICE}spreadsheetml.sheet`, () =>
    xlsx(
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>',
    ),
  ),
  of('xlsx-many-rows', 'is a sheet of a million rows', `${OFFICE}spreadsheetml.sheet`, () =>
    xlsx(
      `<sheetData>${Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`).join('')}</sheetData>`,
    ),
  ),
  of('xlsx-linked', 'is a sheet with a link over all of its cells', `${OFFICE}spreadsheetml.sheet`, () =>
    xlsx(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
    ),
  ),
  of(
    'odt-bomb',
    'is an OpenDocument file with endlessly repeated cells',
    'application/vnd.oasis.opendocument.text',
    () =>
      makeZip([
        { name: 'mimetype', body: 'application/vnd.oasis.opendocument.text' },
        {
          name: 'content.xml',
          body: `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text><text:p>a<text:s text:c="2000000000"/>b</text:p><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`,
        },
      ]),
  ),
  of(
    'rtf-deep',
    'is a rich text with 500,000 open groups',
    'application/rtf',
    () => `{\\rtf1 ${'{\\b x'.repeat(500_000)}`,
  ),
  of('file-of-another-kind', 'is an executable declared as a Word file', WORD, () =>
    Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(BOMB_UNIT_BYTES, 0x90)]),
  ),
]);
