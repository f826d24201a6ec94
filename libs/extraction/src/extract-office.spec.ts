import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DocumentContent, FormatType, ScrapeSpec } from '@orbweaver/core';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import { extractPage } from './extract-page';

const options = { wantsDocument: true, wantsOutlinks: true, detectShell: true };

function extract(body: Uint8Array, spec: Partial<ScrapeSpec> = {}) {
  const capture = captureOf(new Uint8Array(body), { headers: { 'content-type': 'application/octet-stream' } });
  return extractPage(capture, scrapeSpec(spec), options);
}

async function read(body: Uint8Array, spec: Partial<ScrapeSpec> = {}) {
  const extraction = await extract(body, spec);
  if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
  return { ...extraction, content: JSON.parse(gunzipSync(extraction.content).toString()) as DocumentContent };
}

const formats = (...types: FormatType[]) => ({
  formats: types.map((type) => ({ type }) as ScrapeSpec['formats'][number]),
});
const file = (name: string) => readFileSync(join(__dirname, '../test/office', name));

const rich = (quote: string, code: string, table: string) =>
  `# Überschrift & Co

Para with **bold**, *it*, ~~gone~~, x2, H2O and [a link](https://example.com/x?a=1&b=2). Also ${code}. 日本語 Ελληνικά “quotes”.

- one
  - one a
  - one b
    1. deep 1
    2. deep 2
- two

1. three
2. four

## Data

${table}

${quote}

### End

Last ***both***.  
After break.

Nested:

`.trim();
const table = '| Head A | Head B |\n| --- | --- |\n| 1 | a<br>b |\n| wide |  |';
const listing = '```\nline 1\n  line 2\n```';

const sales = `## Sales

| Date | Item | Price | Share | Note |
| --- | --- | --- | --- | --- |
| 2024-03-05 | Widget \\| A | 1,234.50 € | 25% | two<br>lines |
| 2024-12-31 15:30:00 | [Gadget](https://example.com/g) | -2.00 € | 100% |  |
`;

const deck = `## Deck title

Sub title

## Agenda

- first point
  - nested point
- second point

## Table

| A | B |
| --- | --- |
| 1 | 2 |

free text [linked](https://example.com/p)`;

describe('an office document', () => {
  it.each([
    ['rich.docx', rich(`Quoted text\n\n${listing}`, '`code`', table).replace('***both***', '**_both_**')],
    [
      'rich.odt',
      rich(`> Quoted text\n\n${listing}`, '`code`', table)
        .replace('x2, H2O', 'x<sup>2</sup>, H<sub>2</sub>O')
        .replace('***both***', '**_both_**'),
    ],
    [
      'rich.rtf',
      rich(
        'Quoted text\n\nline 1\n\nline 2',
        'code',
        table.replace(/Head ./g, '**$&**').replace('| wide |  |', '| wide |'),
      ),
    ],
    ['sales.xlsx', sales],
    ['sales.ods', sales],
    ['deck.pptx', deck],
    ['deck.odp', deck],
  ])('becomes markdown whatever its server calls it: %s', async (name, markdown) => {
    const { content, metadata, outlinks } = await read(file(name));
    expect(content.markdown?.slice(0, markdown.length)).toBe(markdown);
    expect(content).not.toHaveProperty('warning');
    expect(metadata.contentType).toBe('application/octet-stream');
    expect(outlinks).toEqual([expect.stringMatching(/^https:\/\/example\.com\/(?:x\?a=1&b=2|g|p)$/)]);
  });

  it.each([
    ['rich.docx', { title: 'Rich Doc', author: 'Zoë', language: 'en-US' }],
    ['rich.odt', { title: 'Rich Doc', author: 'Zoë' }],
    ['rich.rtf', { title: 'Rich Doc', author: 'Zoë' }],
    ['sales.xlsx', { title: 'Book title', author: 'Bob' }],
    ['deck.odp', { title: 'Deck', description: 'generated using python-pptx' }],
  ])('says what it knows about itself: %s', async (name, metadata) => {
    expect((await read(file(name))).metadata).toMatchObject(metadata);
  });

  it('gives every format of a page, of the parts that are asked for', async () => {
    const spec = {
      ...formats('html', 'rawHtml', 'links', 'images'),
      includeTags: ['h1, thead'],
      excludeTags: ['th + th'],
    };
    const { content } = await read(file('rich.docx'), spec);
    expect(content).toEqual({
      html: '<h1>Überschrift &amp; Co</h1><thead><tr><th><p>Head A</p></th></tr></thead>',
      rawHtml: expect.stringMatching(/^<!DOCTYPE html><html lang="en-US"><head><title>Rich Doc<\/title>.*<\/html>$/s),
      links: [],
      images: [],
    });
  });

  it.each([
    ['deck.pptx', '![pix.png]'],
    ['deck.odp', '![pix.png]'],
  ])('shows its pictures when they are wanted: %s', async (name, alt) => {
    const without = await read(file(name), formats('markdown', 'images'));
    expect(without.content).toMatchObject({
      markdown: expect.stringContaining(`${alt}(<Base64-Image-Removed>)`),
      images: [],
    });
    const { content } = await read(file(name), { ...formats('markdown', 'images'), removeBase64Images: false });
    const picture = 'data:image/png;base64,iVBORw0KGgo';
    expect(content.markdown).toContain(`${alt}(${picture}`);
    expect(content.images).toEqual([expect.stringContaining(picture)]);
  });

  it('leaves out the sheets that are hidden', async () => {
    expect((await read(file('sales.xlsx'))).content.markdown).not.toContain('secret');
  });

  it('of endless rows is cut, and says so', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
    const rows = Array.from({ length: 21_000 }, (_, index) => row(index + 1)).join('');
    const { content } = await read(makeWorkbook(rows));
    expect(content.markdown).toMatch(/\| 20000 \|$/);
    expect(content.warning).toMatch(/^Of sheets that are too large the end was left out: Sums\.$/);
  });

  it('of endless rows is cut, and says so, wherever its rows begin', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
    const rows = Array.from({ length: 20_500 }, (_, index) => row(index + 500)).join('');
    const { content } = await read(makeWorkbook(rows));
    expect(content.markdown).toMatch(/\| 20000 \|$/);
    expect(content.warning).toMatch(/too large/);
  });

  it.each([
    ['slides', makeSlides],
    ['OpenDocument text', makePictureText],
    ['Word', makePictureWord],
  ])('has a picture as often as a page can hold it, and says so: %s', async (_title, make) => {
    // Of 20 MiB for both formats, in whole groups of base64.
    const picture = new Uint8Array(MIB - 1);
    const { content } = await read(make(picture, 30), { ...formats('markdown', 'rawHtml'), removeBase64Images: false });
    expect(content.rawHtml?.match(/<img src="data:image\/png;base64,A/g)).toHaveLength(10);
    expect(content.rawHtml?.match(/<img src="data:image\/png;base64,"/g)).toHaveLength(20);
    expect(content.warning).toMatch(/more pictures than a page may hold/);
  });
});

const relation = (target: string, type: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const typed = (part: string, type: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(entries, { level: 1 });
}

function makeWorkbook(rows: string): Uint8Array {
  return zip({
    '[Content_Types].xml': typed('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
    'xl/_rels/workbook.xml.rels': relation('worksheets/sheet1.xml', 'worksheet'),
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sums" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

function makeWord(body: string | Uint8Array, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zip({
    '[Content_Types].xml': typed('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relation('word/document.xml', 'officeDocument'),
    'word/document.xml':
      typeof body === 'string' ? `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>` : body,
    ...more,
  });
}

function makeText(content: string, more: Record<string, string> = {}): Uint8Array {
  return zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content, ...more });
}

function makeSlides(picture: Uint8Array, times: number): Uint8Array {
  return zip({
    '[Content_Types].xml': typed('ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': '<p:presentation><p:sldId r:id="rId1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relation('slides/slide1.xml', 'slide'),
    'ppt/slides/slide1.xml': `<p:sld>${'<a:blip r:embed="rId1"/>'.repeat(times)}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relation('../media/a.png', 'image'),
    'ppt/media/a.png': picture,
  });
}

function makePictureText(picture: Uint8Array, times: number): Uint8Array {
  const frames = '<draw:frame><draw:image xlink:href="a.png"/></draw:frame>'.repeat(times);
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:text><text:p>${frames}</text:p></office:text>`,
    'a.png': picture,
  });
}

function makePictureWord(picture: Uint8Array, times: number): Uint8Array {
  const drawing =
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  return makeWord(`<w:p>${drawing.repeat(times)}</w:p>`, {
    'word/_rels/document.xml.rels': relation('media/a.png', 'image'),
    'word/media/a.png': picture,
  });
}

/** Makes the directory say of every entry that it unpacks to so many bytes. */
function announce(archive: Uint8Array, unpackedBytes: number): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    bytes.writeUInt32LE(unpackedBytes, at + 24);
  }
  return bytes;
}

/** Sets the flag of every entry that says that it is encrypted. */
function lock(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) bytes[at + 8] = 1;
  return bytes;
}

const MIB = 1024 * 1024;
const entities = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><x>&b;</x>`;

describe('a file that is made to hurt, or no document', () => {
  it.each<[string, () => Uint8Array, RegExp]>([
    ['unpacks to too much', () => announce(makeWord('<w:p/>'), 129 * MIB), /unpacks to more than 134217728 bytes/],
    ['lies about its size', () => announce(makeWord(new Uint8Array(5 * MIB)), 10), /too many bytes/],
    [
      'has too many files',
      () => zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, '']))),
      /holds 10001 files/,
    ],
    ['declares entities', () => makeWord('', { 'word/document.xml': entities }), /declares entities/],
    [
      'is nested too deeply',
      () => makeWord(`${'<w:p>'.repeat(50_000)}${'</w:p>'.repeat(50_000)}`),
      /nested far too deeply/,
    ],
    ['has groups without end', () => Buffer.from(`{\\rtf1 ${'{'.repeat(100_000)}`), /RTF document is nested/],
    ['is cut off', () => makeWord('<w:p/>').subarray(0, 300), /damaged and cannot be read/],
    ['is damaged within', () => makeWord('<w:p><w:r></w:p>'), /Word document is damaged/],
    ['is encrypted', () => lock(makeWord('<w:p/>')), /encrypted.*password/],
    [
      'is an encrypted OpenDocument',
      () => makeText('noise', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
      /OpenDocument text is encrypted/,
    ],
    ['is an archive of something else', () => zip({ 'a.txt': 'x' }), /leads to a ZIP archive, which/],
    ['is a book', () => zip({ mimetype: 'application/epub+zip' }), /e-book/],
    [
      'is of a kind with the name of what every object has',
      () => zip({ mimetype: 'application/vnd.oasis.opendocument.constructor' }),
      /kind that is not read/,
    ],
    ['is a drawing', () => zip({ mimetype: 'application/vnd.oasis.opendocument.graphics' }), /kind that is not read/],
  ])('is refused: it %s', async (_title, make, message) => {
    expect(await extract(make())).toEqual({
      kind: 'failed',
      failure: { reason: 'unsupported-type', message: expect.stringMatching(message) },
    });
  });
});
