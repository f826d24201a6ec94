import type { RenderPage } from '@orbweaver/contracts';
import { scrapeSpec } from '@orbweaver/testing';
import { renderMessage } from '../../test/render-message';
import { rendererHarness } from '../../test/renderer-harness';

const ARTICLE = `<html lang="en"><head><title>The light is back</title><meta property="og:type" content="article"></head>
<body><nav><a href="/news">News</a> <a href="/shop">Shop</a></nav><main><article><h1>The light is back</h1>
${'<p>The old lighthouse at the end of the pier was lit again on Tuesday, after eleven years of dark nights.</p>'.repeat(8)}
</article></main><footer>© 2026 Harbour Weekly. All rights reserved.</footer></body></html>`;
const WORDS =
  'leather jacket boots summer wool cotton black red blue size women men kids sale new brand fit zip hood pocket care wash ship return gift card'.split(
    ' ',
  );
const some = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * 11 + seed * at) % WORDS.length]).join(' ');
const repeat = (count: number, html: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => html(index)).join('');
const section = `<div>${repeat(6, (index) => `<div><h5>${some(index, 2)}</h5><span>${some(index, 9)}</span></div>`)}</div>`;
/** Fields, a table of links and sections of unrelated words. Its confidence is .48 with the current model. */
const UNCLEAR = `<title>Jacket black</title>
<form><div>${repeat(20, (index) => `<div><span>${some(index, 1)}:</span><span>${some(index + 5, 2)}</span></div>`)}</div></form>
<table>${repeat(40, (index) => `<tr><td>${some(index, 1)}<td><a href=/${index}>${some(index, 2)}</a><td><button>${some(index, 1)}</button></tr>`)}</table>
${section}${section}`;
const SHORT = '<h1>Title</h1><p>One line.';
const WARNING = /^The main content of this page was identified with low confidence\. Set onlyMainContent to false/;

const pages = [
  { title: 'an article', html: ARTICLE, kind: 'article', confidence: 'high' },
  { title: 'a page without clear main content', html: UNCLEAR, kind: 'listing', confidence: 'low' },
];

describe.each([{ setting: 'false' }, { setting: 'true' }])(
  'a renderer with RENDERER_CONTENT_CONFIDENCE=$setting',
  ({ setting }) => {
    const harness = rendererHarness({ RENDERER_CONTENT_CONFIDENCE: setting });

    async function renderDocument(html: string, spec: Partial<RenderPage['spec']> = {}) {
      const message = renderMessage(harness.serve('/page', html), { spec: scrapeSpec(spec) });
      const [sent] = await harness.render(message);
      const { result } = sent!.document!;
      if (result.kind !== 'done') throw new Error(`The page is ${result.kind}`);
      return { metadata: result.metadata, warning: sent!.content?.warning };
    }

    async function counted(kind: string, confidence: string): Promise<number> {
      const text = await harness.renderer.registry.metrics();
      const line = new RegExp(
        `^orbweaver_main_content_pages_total\\{kind="${kind}",confidence="${confidence}"\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(text)?.[1] ?? 0);
    }

    it.each(pages)(
      'reports the kind and confidence of $title only if the setting is true',
      async ({ html, kind, confidence }) => {
        const { contentKind, contentConfidence } = (await renderDocument(html)).metadata;
        if (setting === 'false') expect([contentKind, contentConfidence]).toEqual([undefined, undefined]);
        else {
          expect(contentKind).toBe(kind);
          expect((contentConfidence as number) < 0.53 ? 'low' : 'high').toBe(confidence);
        }
      },
    );

    it.each(pages)('counts $title by kind and confidence', async ({ html, kind, confidence }) => {
      const before = await counted(kind, confidence);
      await renderDocument(html);
      expect(await counted(kind, confidence)).toBe(before + 1);
    });

    it.each([
      { title: 'the markdown of an unclear page', html: UNCLEAR, spec: {}, warns: true },
      {
        title: 'the HTML of an unclear page',
        html: UNCLEAR,
        spec: { formats: [{ type: 'html' as const }] },
        warns: true,
      },
      {
        title: 'the links of an unclear page',
        html: UNCLEAR,
        spec: { formats: [{ type: 'links' as const }] },
        warns: false,
      },
      { title: 'the whole of an unclear page', html: UNCLEAR, spec: { onlyMainContent: false }, warns: false },
      { title: 'an article', html: ARTICLE, spec: {}, warns: false },
      { title: 'a page that is too short for the model', html: SHORT, spec: {}, warns: false },
    ])('warns of low confidence in $title: $warns', async ({ html, spec, warns }) => {
      const { warning } = await renderDocument(html, spec);
      if (warns) expect(warning).toMatch(WARNING);
      else expect(warning).toBeUndefined();
    });

    it('omits kind and confidence of a page that is too short for the model', async () => {
      const { metadata } = await renderDocument(SHORT);
      expect(metadata).not.toHaveProperty('contentKind');
      expect(metadata).not.toHaveProperty('contentConfidence');
    });
  },
);
