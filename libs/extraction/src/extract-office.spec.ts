import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScrapeSpec } from '@orbweaver/core';
import { extractDocument, formats } from '../test/extract-document';
import { makePictureText, makePictureWord, makeSlides, makeWorkbook } from '../test/make-office';

const MIB = 1024 * 1024;

/** A server need not know the kind. */
const read = (body: Uint8Array, spec: Partial<ScrapeSpec> = {}) =>
  extractDocument(new Uint8Array(body), spec, { headers: { 'content-type': 'application/octet-stream' } });

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

describe('extractOffice', () => {
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
  ])('converts %s to markdown for any content type', async (name, markdown) => {
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
  ])('reads the metadata of %s', async (name, metadata) => {
    expect((await read(file(name))).metadata).toMatchObject(metadata);
  });

  it('returns every format for the selected elements', async () => {
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
  ])('includes pictures on request: %s', async (name, alt) => {
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

  it('removes hidden sheets', async () => {
    expect((await read(file('sales.xlsx'))).content.markdown).not.toContain('secret');
  });

  it('cuts long sheets with a warning', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
    const rows = Array.from({ length: 21_000 }, (_, index) => row(index + 1)).join('');
    const { content } = await read(makeWorkbook(rows));
    expect(content.markdown).toMatch(/\| 20000 \|$/);
    expect(content.warning).toMatch(/^Sheets that exceed the size limit were truncated: Sums\.$/);
  });

  it('cuts long sheets that start at any row', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>${number}</v></c></row>`;
    const rows = Array.from({ length: 20_500 }, (_, index) => row(index + 500)).join('');
    const { content } = await read(makeWorkbook(rows));
    expect(content.markdown).toMatch(/\| 20000 \|$/);
    expect(content.warning).toMatch(/exceed the size limit/);
  });

  it.each([
    ['slides', makeSlides],
    ['OpenDocument text', makePictureText],
    ['Word', makePictureWord],
  ])('limits pictures with a warning: %s', async (_title, make) => {
    // Of 20 MiB for both formats, in whole groups of base64.
    const picture = new Uint8Array(MIB - 1);
    const { content } = await read(make(picture, 30), { ...formats('markdown', 'rawHtml'), removeBase64Images: false });
    expect(content.rawHtml?.match(/<img src="data:image\/png;base64,A/g)).toHaveLength(10);
    expect(content.rawHtml?.match(/<img src="data:image\/png;base64,"/g)).toHaveLength(20);
    expect(content.warning).toMatch(/pictures of the document exceed the size limit/);
  });
});
