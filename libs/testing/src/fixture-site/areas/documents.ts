import { makeTextPdf } from '../../files/make-pdf';
import { makeZip } from '../../files/make-zip';
import { type FixtureAnswer, html } from '../page-answer';

/** A word that is unique to the document. */
export const documentWord = (name: string): string => `Wort-im-${name.replace('.', '-')}`;

/** Pages of /documents/pages.pdf. */
export const PDF_PAGES = 3;

/** Links of /documents/. Crawls skip workbooks and unreadable files. */
const LINKED = ['letter.docx', 'unnamed', 'essay.odt', 'note.rtf', 'plain.txt', 'pages.pdf', 'table.xlsx', 'old.doc'];
/** Header of Office 97 to 2003 files. */
const COMPOUND_FILE = Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(504)}`, 'hex');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const OPEN_DOCUMENT = 'urn:oasis:names:tc:opendocument:xmlns';

/** Office files, each with a heading (if the format has one), a unique word and a table. */
export function planDocuments(): Map<string, FixtureAnswer> {
  const file = (name: string, contentType: string, body: Buffer): [string, FixtureAnswer] => [
    `/documents/${name}`,
    { kind: 'bytes', contentType, body },
  ];
  const text = (content: string): Buffer => Buffer.from(content);
  const office = 'application/vnd.openxmlformats-officedocument';
  return new Map([
    [
      '/documents/',
      html(
        'Documents',
        LINKED.map((name) => `/documents/${name}`),
      ),
    ],
    file('old.doc', 'application/msword', Buffer.concat([COMPOUND_FILE, Buffer.from('WordDocument', 'utf16le')])),
    file('letter.docx', `${office}.wordprocessingml.document`, makeDocx(documentWord('letter.docx'))),
    file('unnamed', `${office}.wordprocessingml.document`, makeDocx(documentWord('unnamed'))),
    file('table.xlsx', `${office}.spreadsheetml.sheet`, makeXlsx(documentWord('table.xlsx'))),
    file('essay.odt', 'application/vnd.oasis.opendocument.text', makeOdt(documentWord('essay.odt'))),
    file('note.rtf', 'application/rtf', text(`{\\rtf1\\ansi{\\b Note}\\par ${documentWord('note.rtf')}\\par}`)),
    file('plain.txt', 'text/plain; charset=utf-8', text(`${documentWord('plain.txt')}\n\nfür alle`)),
    file('feed.xml', 'application/xml', text(`${XML}<feed><title>${documentWord('feed.xml')}</title></feed>`)),
    file('pages.pdf', 'application/pdf', makeTextPdf(...numbered())),
    file('scan.pdf', 'application/pdf', makeTextPdf('')),
  ]);
}

const numbered = (): string[] => Array.from({ length: PDF_PAGES }, (_, index) => `Text of page ${index + 1}`);

const relations = (target: string, type: string): string =>
  `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" ` +
  `Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

const contentTypes = (parts: Record<string, string>): string =>
  `${XML}<Types xmlns="${OFFICE}/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  Object.entries(parts)
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('') +
  '</Types>';

function makeDocx(word: string): Buffer {
  const paragraph = (text: string, style = ''): string => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>';
  const row = (cells: string[]): string =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
  const styles =
    `${XML}<w:styles xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1">` +
    '<w:name w:val="heading 1"/></w:style></w:styles>';
  return storedZip({
    '[Content_Types].xml': contentTypes({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relations('word/document.xml', 'officeDocument'),
    'word/_rels/document.xml.rels': relations('styles.xml', 'styles'),
    'word/styles.xml': styles,
    'word/document.xml':
      `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${paragraph('Letter', heading)}` +
      `${paragraph(word)}<w:tbl>${row(['Name', 'Sum'])}${row(['Ann', '12'])}</w:tbl></w:body></w:document>`,
  });
}

function makeXlsx(word: string): Buffer {
  const row = (cells: string[], index: number): string =>
    `<row r="${index + 1}">${cells
      .map((cell, column) => `<c r="${'AB'[column]}${index + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`)
      .join('')}</row>`;
  const rows = [
    ['Name', 'Sum'],
    ['Ann', word],
  ]
    .map(row)
    .join('');
  const main = `xmlns="${OFFICE}/spreadsheetml/2006/main"`;
  return storedZip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relations('xl/workbook.xml', 'officeDocument'),
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'worksheet'),
    'xl/workbook.xml':
      `${XML}<workbook ${main} xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>` +
      '<sheet name="Sums" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  });
}

function makeOdt(word: string): Buffer {
  const mimetype = 'application/vnd.oasis.opendocument.text';
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string[]): string => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  const names = ['office', 'text', 'table'].map((name) => `xmlns:${name}="${OPEN_DOCUMENT}:${name}:1.0"`).join(' ');
  return storedZip({
    mimetype,
    'META-INF/manifest.xml':
      `${XML}<manifest:manifest xmlns:manifest="${OPEN_DOCUMENT}:manifest:1.0">` +
      `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/>` +
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    'content.xml':
      `${XML}<office:document-content ${names} office:version="1.2"><office:body><office:text>` +
      `<text:h text:outline-level="1">Essay</text:h><text:p>${word}</text:p>` +
      `<table:table table:name="Sums">${row(['Name', 'Sum'])}${row(['Ann', '12'])}</table:table>` +
      '</office:text></office:body></office:document-content>',
  });
}

const storedZip = (entries: Record<string, string>): Buffer =>
  makeZip(
    Object.entries(entries).map(([name, body]) => ({ name, body })),
    { stored: true },
  );
