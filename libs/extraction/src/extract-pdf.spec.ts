import type { ScrapeSpec } from '@orbweaver/core';
import { expectDocument, formats } from '../test/extract-document';
import { type PdfPlan, pdfOf, show, type TagPlan, tag } from '../test/make-pdf';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import type { Extraction, ExtractionOptions } from './capture';
import { ExtractionPool } from './pool/extraction-pool';

// In processes, because jest cannot load the ES module of pdf.js. They run the built sources, so `tsc -b` comes first.

let pool: ExtractionPool;
beforeAll(() => {
  pool = new ExtractionPool({ threads: 1, maxHeapMb: 256 });
});
afterAll(() => pool.close());

const options = { wantsDocument: true, wantsOutlinks: true, detectShell: false, deadlineMs: 30_000 };

function extract(
  body: Uint8Array,
  spec: Partial<ScrapeSpec> = {},
  changes: Partial<ExtractionOptions & { deadlineMs: number }> = {},
): Promise<Extraction> {
  const capture = captureOf(body, { headers: { 'content-type': 'application/pdf' } });
  return pool.extract(capture, scrapeSpec(spec), { ...options, ...changes });
}

async function read(plan: PdfPlan, spec: Partial<ScrapeSpec> = {}, changes: Partial<ExtractionOptions> = {}) {
  return expectDocument(await extract(pdfOf(plan), spec, changes));
}

const hello = show(72, 700, 24, 'Hello *World*') + show(72, 660, 12, 'Some words that are the text of the page.');
const three = [1, 2, 3].map((number) => show(72, 700, 12, `This is page ${number} of the file.`));

/** A font with a predefined character map and no embedded one. */
const cidFont = (map: string, registry: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /${map} /DescendantFonts [<< /Type /Font ` +
  `/Subtype /CIDFontType0 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering (${registry}) /Supplement 2 >> ` +
  '/FontDescriptor << /Type /FontDescriptor /FontName /Some /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 ' +
  '/Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>';
const inFont = (font: string, hex: string) => `BT /${font} 12 Tf 72 700 Td <${hex}> Tj ET\n`;

describe('extractPdf', () => {
  it.each([
    ['Japanese', '90ms-RKSJ-H', 'Japan1', '93fa967b8cea', '日本語'],
    ['Chinese', 'UniGB-UCS2-H', 'GB1', '4e2d6587', '中文'],
    ['Korean', 'KSCms-UHC-H', 'Korea1', 'c7d1b1b9', '한국'],
  ])('reads %s with a predefined character map', async (_, map, registry, hex, text) => {
    const { content } = await read({ pages: [inFont('C', hex)], fonts: { C: cidFont(map, registry) } });
    expect(content.markdown).toBe(text);
  });

  it('includes form values, free text and comments', async () => {
    const field = (more: string, [left, bottom, right, top] = [150, 694, 300, 712]) =>
      `<< /Type /Annot /Rect [${left} ${bottom} ${right} ${top}] ${more} >>`;
    const { content } = await read({
      pages: [show(72, 700, 12, 'Name:') + show(72, 670, 12, 'Town:') + show(72, 640, 12, 'Secret:')],
      annotations: [
        field('/Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /DA (/F 12 Tf)'),
        field(
          '/Subtype /Widget /FT /Ch /T (town) /Opt [(London) (Paris)] /V (London) /DA (/F 12 Tf)',
          [150, 664, 300, 682],
        ),
        field('/Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (hunter2) /DA (/F 12 Tf)', [150, 634, 300, 652]),
        field('/Subtype /Widget /FT /Tx /F 2 /T (hidden) /V (unseen) /DA (/F 12 Tf)', [150, 604, 300, 622]),
        field('/Subtype /FreeText /Contents (Received in May) /DA (/F 12 Tf)', [72, 560, 300, 580]),
        field('/Subtype /Text /Contents (Check the town)', [400, 560, 420, 580]),
      ],
    });
    expect(content.markdown).toContain('Name: Ada Lovelace');
    expect(content.markdown).toContain('Town: London');
    expect(content.markdown).toContain('Received in May');
    expect(content.markdown).toMatch(/Check the town$/);
    expect(content.markdown).not.toMatch(/hunter2|unseen/);
  });

  it('returns markdown, HTML and metadata', async () => {
    const info = '/Title (The <Title>) /Author (A. Author) /Subject (On things) /Keywords (a, b)';
    const { content, metadata } = await read(
      { pages: [hello], info },
      formats('markdown', 'html', 'rawHtml', 'images'),
    );
    const html =
      '<!DOCTYPE html><html><body><h1>Hello *World*</h1><p>Some words that are the text of the page.</p></body></html>';
    expect(content).toEqual({
      markdown: '# Hello \\*World\\*\n\nSome words that are the text of the page.',
      html,
      rawHtml: html,
      images: [],
    });
    expect(metadata).toEqual({
      title: 'The <Title>',
      author: 'A. Author',
      description: 'On things',
      keywords: 'a, b',
      language: 'en',
      numPages: 1,
      totalPages: 1,
      url: 'https://example.com/page',
      sourceURL: 'example.com/page',
      statusCode: 200,
      contentType: 'application/pdf',
      proxyUsed: 'basic',
    });
  });

  it.each([
    ['all pages', undefined, 3],
    ['some pages', 2, 2],
    ['more pages than the file has', 9, 3],
  ])('limits the number of pages: %s', async (_title, maxPages, pages) => {
    const { content, metadata } = await read({ pages: three }, { pdf: { parse: true, maxPages } });
    const lines = [1, 2, 3].slice(0, pages).map((number) => `This is page ${number} of the file.`);
    expect(content.markdown).toBe(lines.join('\n\n'));
    expect(metadata).toMatchObject({ numPages: pages, totalPages: 3 });
  });

  it('returns the links', async () => {
    const links = ['https://example.org/a#b', 'other.html', 'mailto:a@b.example', 'javascript:alert(1)', 'other.html'];
    const plan = { pages: [hello], links };
    const { content, outlinks } = await read(plan, formats('links'));
    expect(content).toEqual({
      links: ['https://example.org/a#b', 'https://example.com/other.html', 'mailto:a@b.example'],
    });
    expect(outlinks).toEqual(['https://example.org/a', 'https://example.com/other.html']);
    const bare = await read(plan, {}, { wantsDocument: false });
    expect(bare).toMatchObject({ content: {}, outlinks });
  });

  it('warns if a PDF has no text', async () => {
    const { content, metadata } = await read({ pages: ['0 0 100 100 re f'] });
    expect(content).toEqual({ markdown: '', warning: expect.stringMatching(/no text.*scanned/) });
    expect(metadata).toMatchObject({ numPages: 1 });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['is damaged', Buffer.from('%PDF-1.7 and nothing else'), /PDF is damaged/],
    ['is truncated', pdfOf({ pages: [hello] }).subarray(0, 300), /PDF is damaged/],
    ['has no pages', pdfOf({ pages: [] }), /PDF is damaged/],
    ['has a password', pdfOf({ pages: [hello], isLocked: true }), /encrypted.*password/],
  ])('rejects a PDF that %s', async (_title, body, message) => {
    expect(await extract(body)).toEqual({
      kind: 'failed',
      failure: { reason: 'unsupported-type', message: expect.stringMatching(message) },
    });
  });

  it('reports the time limit', async () => {
    const long = Array.from({ length: 40_000 }, (_, index) =>
      show(72 + (index % 9) * 50, 700 - index / 99, 9, `w${index}`),
    );
    const pages = Array.from({ length: 12 }, () => long.join(''));
    expect(await extract(pdfOf({ pages }), {}, { deadlineMs: 500 })).toEqual({
      kind: 'failed',
      failure: { reason: 'pdf-timed-out', message: expect.stringContaining('Insufficient time to process PDF') },
    });
  });

  it('keeps repeated lines if there is little other text', async () => {
    const { content } = await read({ pages: [three[0], three[0], three[0]].map(String) });
    expect(content.markdown?.match(/This is page 1/g)).toHaveLength(3);
  });

  it('keeps line breaks of code', async () => {
    const code = [show(72, 660, 10, 'if (x) {', 'M'), show(84, 648, 10, 'y();', 'M'), show(72, 636, 10, '}', 'M')];
    const text = show(72, 700, 12, 'A program of three lines follows here:');
    const { content } = await read({ pages: [text + code.join('')] });
    expect(content.markdown).toBe('A program of three lines follows here:\n\n```\nif (x) {\n  y();\n}\n```');
  });

  it('reads rotated text', async () => {
    const page =
      'BT /F 12 Tf 0 1 -1 0 100 72 Tm (First line of text) Tj ET BT /F 12 Tf 0 1 -1 0 114 72 Tm (goes on.) Tj ET';
    const { content } = await read({ pages: [page] });
    expect(content.markdown).toBe('First line of text goes on.');
  });

  describe('with tags', () => {
    // Everything in one size, in two columns and without a bullet: nothing of it shows but in the tags.
    const content = [
      tag(show(72, 760, 10, 'A running header')),
      ...['Second', 'First head', 'A sen', 'tence.', 'Outer', '2.', 'Inner', 'Name', 'Sum', 'Ann', '12'].map(
        (text, index) => tag(show(index % 2 === 0 ? 72 : 320, 700 - 12 * index, 10, text), index),
      ),
      tag(show(72, 400, 10, 'if (x) {', 'M') + show(84, 388, 10, 'y();', 'M'), 11),
    ].join('');
    const list: TagPlan = ['L', ['LI', ['LBody', 4, ['L', ['LI', ['Lbl', 5], ['LBody', 6]]]]]];
    const table: TagPlan = ['Table', ['TBody', ['TR', ['TH', 7], ['TH', 8]], ['TR', ['TD', 9], ['TD', 10]]]];

    it('follows the tags', async () => {
      const tags: TagPlan = ['Document', ['H2', 1], ['Sect', ['P', 2, ['Span', 3]], list, table], ['P', 11], ['H3', 0]];
      const { content: read } = await readTagged(tags);
      expect(read.markdown).toBe(
        '## First head\n\nA sen tence.\n\n- Outer\n\n  2. Inner\n\n| Name | Sum |\n| --- | --- |\n| Ann | 12 |\n\n' +
          '```\nif (x) {\n  y();\n```\n\n### Second',
      );
    });

    it.each<[string, TagPlan]>([
      ['omit much text', ['Document', ['H1', 1], ['P', 2]]],
      ['contain only paragraphs', ['Document', ...Array.from({ length: 12 }, (_, index): TagPlan => ['P', index])]],
    ])('ignores tags that %s', async (_title, tags) => {
      const { content: read } = await readTagged(tags);
      for (const text of ['running header', 'First head', 'tence', 'Sum']) expect(read.markdown).toContain(text);
    });

    function readTagged(tags: TagPlan) {
      return read({ pages: [content], tags });
    }
  });
});
