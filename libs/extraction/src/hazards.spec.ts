import type { DocumentContent, ScrapeSpec } from '@orbweaver/core';
import { isNightlyRun } from '@orbweaver/testing';
import fc from 'fast-check';
import { expectDocument } from '../test/extract-document';
import { HOSTILE_CONTENT } from '../test/hostile-content';
import { HOSTILE_PAGES } from '../test/hostile-pages';
import { HOSTILE_WHOLE_PAGES } from '../test/hostile-whole-pages';
import { captureOf, scrapeSpec } from '../test/scrape-spec';
import type { Capture, Extraction } from './capture';
import { extractPage } from './extract-page';
import { ExtractionPool } from './pool/extraction-pool';

const allFormats = scrapeSpec({
  formats: (['markdown', 'html', 'rawHtml', 'links', 'images'] as const).map((type) => ({ type })),
});

const everything = { wantsDocument: true, wantsOutlinks: true, detectShell: false };

async function extract(html: string): Promise<DocumentContent> {
  return expectDocument(await extractPage(captureOf(html), allFormats, everything)).content;
}

/** One page for each part of extraction. The others run nightly. */
const REPRESENTATIVES = [
  'cells that span everything',
  '50,000 links that never end',
  'overlapping formatting',
  'styles that never end',
  'powers of powers, and accents on accents',
  'a base of 4 KB before 50,000 links',
  'characters of markdown syntax',
  '19,000 blocks that are all different',
  'JSON-LD of 5 MB',
];
const WHOLE_PAGE_REPRESENTATIVES = [
  'hidden elements in hidden elements',
  '20,000 placeholders in the fallbacks of others',
  '50,000 buttons and what they show',
];

type Page = (typeof HOSTILE_PAGES)[number];

/** In nightly runs all pages, otherwise those with the names. */
function pagesOf(pages: Page[], names: string[]): Page[] {
  const named = names.map((name) => {
    const page = pages.find(([title]) => title === name);
    if (page === undefined) throw new Error(`No page is named "${name}".`);
    return page;
  });
  return isNightlyRun ? pages : named;
}

/** A page of these sizes takes about 0.3 s of one core, 1.5 s at most. */
const MOST_CPU_MS = 8_000;

// The threads run the built sources, so `tsc -b` comes first.
let pool: ExtractionPool;
beforeAll(() => {
  pool = new ExtractionPool({ threads: 1, maxHeapMb: 512 });
});
afterAll(() => pool.close());

/** CPU time, because the machine may be busy. */
async function measure(capture: Capture, spec: ScrapeSpec): Promise<{ result: Extraction; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await pool.extract(capture, spec, { ...everything, deadlineMs: 60_000 });
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

describe('extractPage with malicious pages', () => {
  it.each(pagesOf([...HOSTILE_PAGES, ...HOSTILE_CONTENT], REPRESENTATIVES))(
    'makes a bounded document in bounded time of %s',
    async (_title, make, mostMarkdown) => {
      const html = make();
      const { result, cpuMs } = await measure(captureOf(html), allFormats);
      expect(cpuMs).toBeLessThan(MOST_CPU_MS);
      // Only documents that are too large may be rejected.
      if (result.kind === 'failed') {
        expect(result.failure.reason).toBe('too-large');
        return;
      }
      const { content, metadata, outlinks } = expectDocument(result);
      expect(content.markdown?.length).toBeLessThanOrEqual(mostMarkdown);
      expect(content.html?.length).toBeLessThanOrEqual(5 * html.length + 20_000_000);
      expect(JSON.stringify(metadata).length).toBeLessThan(500_000);
      for (const list of [content.links, content.images, outlinks]) {
        expect(list?.length).toBeLessThanOrEqual(100_000);
        expect(list?.join('').length).toBeLessThanOrEqual(12_000_000);
      }
    },
  );

  it.each(pagesOf([...HOSTILE_WHOLE_PAGES, ...HOSTILE_PAGES], WHOLE_PAGE_REPRESENTATIVES))(
    'makes bounded markdown of the whole page in bounded time of %s',
    async (_title, make, mostMarkdown) => {
      const wholePage = scrapeSpec({ formats: [{ type: 'markdown' }], onlyMainContent: false });
      const capture = captureOf(make());
      const { result, cpuMs } = await measure(capture, wholePage);
      expect(cpuMs).toBeLessThan(MOST_CPU_MS);
      if (result.kind === 'failed') expect(result.failure.reason).toBe('too-large');
      else expect(expectDocument(result).content.markdown?.length).toBeLessThanOrEqual(mostMarkdown);
    },
  );

  it.each([
    ['2,000 nested div', '<div>x'.repeat(2000), 6_000],
    ['400 nested lists', '<ul><li>x'.repeat(400), 15_000],
    ['lists without items', `${'<ul>'.repeat(400)}x`, 10],
    ['1,000 nested quotes', '<blockquote>x'.repeat(1000), 70_000],
    ['1,000 nested emphases', '<b><i>x'.repeat(500), 3_000],
    ['thousands of line breaks', 'a<br>'.repeat(5000), 25_000],
    ['non-breaking spaces', `x${'&nbsp;'.repeat(100_000)}`, 100_001],
  ])('converts %s', async (_title, html, most) => {
    const { markdown } = await extract(html);
    expect(markdown).not.toBe('');
    expect(markdown?.length).toBeLessThanOrEqual(most);
  });

  it.each<[string, string, string]>([
    ['a row of comments before a text', `${'<!---->'.repeat(140)}x`, 'text/plain'],
    ['a row of comments without a type', `${'<!---->'.repeat(140)}x`, 'application/octet-stream'],
    ['invalid UTF-8', Buffer.from([0xc3, 0x28, 0xf0, 0x90]).toString('latin1').repeat(100_000), 'text/html'],
    ['lone surrogates in UTF-16', `<p>${'\uD800'.repeat(100_000)}`, 'text/html; charset=utf-16le'],
    ['declarations without an end', '<meta '.repeat(50_000), 'text/html'],
  ])('reads in limited time: %s', async (_title, body, type) => {
    const bytes = Buffer.from(body, type.includes('utf-16') ? 'utf16le' : 'latin1');
    const capture = captureOf(bytes, { headers: { 'content-type': type } });
    const { result, cpuMs } = await measure(capture, allFormats);
    expect(result.kind).toBe('document');
    expect(cpuMs).toBeLessThan(MOST_CPU_MS);
  });

  it('never throws on any nesting', async () => {
    const tags =
      'a b i em p div span ul ol li table thead tr td th h1 h2 pre code blockquote img br hr body html head template svg math noscript input details script style title iframe form select option dl dt dd constructor __proto__ valueof'.split(
        ' ',
      );
    const piece = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag} href="/x" src=y class="menu katex-html gutter" colspan=3>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('<![CDATA[', '<!--', '-->', '&amp;', '&#0;', '*', '_', '`', '\n', '|', ' '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const content = await extract(`<p>x</p>${pieces.join('')}`);
        expect(typeof content.markdown).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('keeps every visible word', async () => {
    const tags =
      'b i em strong p div span ul ol li h1 h2 blockquote section article del a dl dt dd details figure center td tr th pre code'.split(
        ' ',
      );
    const word = fc.nat(9999).map((number) => `w${number}`);
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...tags), word).map(([tag, text]) => `<${tag} href=/x>${text}`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      word.map((text) => ` ${text} `),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const html = pieces.join('');
        const wanted = (html.match(/w\d+/g) ?? []).sort();
        expect(((await extract(`<p>x</p>${html}`)).markdown?.match(/w\d+/g) ?? []).sort()).toEqual(wanted);
      }),
      { numRuns: 400 },
    );
  });
});
