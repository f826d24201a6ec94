import { makeZip } from '@orbweaver/testing';
import type { HostileFile } from './hostile-pdfs';
import { many } from './many';

const MIB = 1024 * 1024;
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

type Part = [name: string, body: string | Buffer];

const zip = (...parts: Part[]): Buffer => makeZip(parts.map(([name, body]) => ({ name, body })));
const related = (target: string): Part => [
  '_rels/.rels',
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="${target}"/></Relationships>`,
];
const typed = (part: string, type: string): Part => [
  '[Content_Types].xml',
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${OFFICE}${type}.main+xml"/></Types>`,
];

const docx = (text: string | Buffer, ...more: Part[]): Buffer =>
  zip(
    typed('word/document.xml', 'wordprocessingml.document'),
    related('word/document.xml'),
    ['word/document.xml', text],
    ...more,
  );
const words = (inner: string, prologue = ''): string =>
  `${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inner}</w:body></w:document>`;

const xlsx = (sheet: string, { sheets = 1, strings = '' } = {}): Buffer =>
  zip(
    typed('xl/workbook.xml', 'spreadsheetml.sheet'),
    related('xl/workbook.xml'),
    [
      'xl/workbook.xml',
      `<workbook xmlns="${SHEETS}" xmlns:r="${LINKS}"><sheets>${many(sheets, (index) => `<sheet name="s${index}" sheetId="${index + 1}" r:id="r1"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${LINKS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${SHEETS}">${sheet}</worksheet>`],
    ['xl/sharedStrings.xml', `<sst xmlns="${SHEETS}">${strings}</sst>`],
  );
const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;

const opened = (kind: 'text' | 'spreadsheet', inner: string): Buffer =>
  zip(
    ['META-INF/manifest.xml', '<manifest/>'],
    ['mimetype', `application/vnd.oasis.opendocument.${kind}`],
    [
      'content.xml',
      `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:${kind}>${inner}</office:${kind}></office:body></office:document-content>`,
    ],
  );

/** A Word file with many parts that share the bytes of the first. */
function overlapping(count: number): Buffer {
  const part = Buffer.alloc(MIB, ' ');
  const names = Array.from({ length: count }, (_, index) => `word/part${String(index).padStart(5, '0')}.xml`);
  const file = docx(words('<w:p/>'), ...names.map((name): Part => [name, part]));
  // A directory entry has its name at offset 46 and the position of its bytes at 42.
  const entryOf = (name: string) => file.lastIndexOf(name, undefined, 'latin1') - 46;
  const start = file.readUInt32LE(entryOf(names[0] ?? '') + 42);
  for (const name of names) file.writeUInt32LE(start, entryOf(name) + 42);
  return file;
}

const REFUSED = ['unsupported-type'] as const;
const HARMLESS = ['document'] as const;
const ANY = ['document', 'too-large', 'conversion-failed', 'unsupported-type'] as const;

/** Malicious office documents; as HOSTILE_PDFS. */
export const HOSTILE_OFFICES: HostileFile[] = [
  [
    'a Word file that unpacks to 160 MiB',
    () => docx(Buffer.concat([Buffer.from(words('')), Buffer.alloc(160 * MIB, ' ')])),
    REFUSED,
    'daily',
  ],
  ['a Word file of 30,000 paragraphs', () => docx(words('<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(30_000))), ANY],
  [
    'a Word file of 10,001 parts',
    () => zip(...Array.from({ length: 10_001 }, (_, index): Part => [`word/${index}.xml`, ''])),
    REFUSED,
  ],
  [
    'a Word file within a Word file',
    () => docx(words('<w:p/>'), ['word/embeddings/a.docx', docx(Buffer.alloc(100 * MIB, ' '))]),
    HARMLESS,
  ],
  ['parts that share bytes', () => overlapping(130), REFUSED],
  [
    'entities that are worth gigabytes',
    () =>
      docx(
        words(
          '<w:p><w:r><w:t>&a12;</w:t></w:r></w:p>',
          `<!DOCTYPE x [<!ENTITY a0 "ha">${many(12, (level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`)}]>`,
        ),
      ),
    REFUSED,
    'daily',
  ],
  [
    'tables 5,000 levels deep',
    () => docx(words(`${'<w:tbl><w:tr><w:tc>'.repeat(5000)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(5000)}`)),
    ANY,
  ],
  [
    'cells far away from each other',
    () =>
      xlsx(
        `<dimension ref="A1:XFD1048576"/><sheetData>${row(1, '<c r="A1"><v>1</v></c>')}${row(1_048_576, '<c r="XFD1048576"><v>2</v></c>')}</sheetData>`,
      ),
    HARMLESS,
  ],
  [
    'a far cell in every row',
    () =>
      xlsx(`<sheetData>${many(4000, (index) => row(index + 1, `<c r="XFD${index + 1}"><v>1</v></c>`))}</sheetData>`),
    HARMLESS,
  ],
  [
    '300,000 rows',
    () =>
      xlsx(`<sheetData>${many(300_000, (index) => row(index + 1, `<c r="A${index + 1}"><v>1</v></c>`))}</sheetData>`),
    ANY,
  ],
  [
    '20 sheets that are the same',
    () =>
      xlsx(`<sheetData>${many(2000, (index) => row(index + 1, `<c r="A${index + 1}"><v>1</v></c>`))}</sheetData>`, {
        sheets: 20,
      }),
    ANY,
  ],
  [
    'a text of 10 MB in 2,000 cells',
    () =>
      xlsx(
        `<sheetData>${many(2000, (index) => row(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c>`))}</sheetData>`,
        { strings: `<si><t>${'x'.repeat(10_000_000)}</t></si>` },
      ),
    ANY,
  ],
  ['2 million shared texts', () => xlsx('<sheetData/>', { strings: '<si><t>x</t></si>'.repeat(2_000_000) }), ANY],
  [
    'merged cells that are whole sheets',
    () =>
      xlsx(
        `<sheetData>${row(1, '<c r="A1"><v>1</v></c>')}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(10_000)}</mergeCells>`,
      ),
    HARMLESS,
  ],
  [
    'links over whole sheets',
    () =>
      xlsx(
        `<sheetData>${row(1, '<c r="A1"><v>1</v></c>')}</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>`,
      ),
    ANY,
  ],
  [
    'a cell repeated over a whole OpenDocument sheet',
    () =>
      opened(
        'spreadsheet',
        '<table:table table:name="t"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ANY,
    'daily',
  ],
  [
    'a cell repeated two billion times',
    () =>
      opened(
        'spreadsheet',
        '<table:table table:name="t"><table:table-row><table:table-cell table:number-columns-repeated="2000000000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
    ANY,
  ],
  [
    'an OpenDocument text with endlessly repeated tables',
    () =>
      opened(
        'text',
        '<text:p>a<text:s text:c="2000000000"/>b</text:p><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
    HARMLESS,
  ],
  ['500,000 open groups of rich text', () => Buffer.from(`{\\rtf1 ${'{\\b x'.repeat(500_000)}`), ANY, 'daily'],
  ['rich text that announces missing bytes', () => Buffer.from(`{\\rtf1 \\bin2147483647 ${'x'.repeat(1000)}}`), ANY],
  [
    'rich text whose tables have 30,000 cells a row',
    () =>
      Buffer.from(`{\\rtf1 ${`\\trowd ${'\\cellx1'.repeat(30_000)} ${'x\\cell '.repeat(30_000)}\\row `.repeat(3)}}`),
    ANY,
  ],
];
