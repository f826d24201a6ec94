import type { RenderPage } from '@orbweaver/contracts';
import { renderMessage } from '../../test/render-message';
import { rendererHarness } from '../../test/renderer-harness';

const ARTICLE = `<html lang="en"><head><title>The light is back</title><meta property="og:type" content="article"></head>
<body><nav><a href="/news">News</a> <a href="/shop">Shop</a></nav><main><article><h1>The light is back</h1>
${'<p>The old lighthouse at the end of the pier was lit again on Tuesday, after eleven years of dark nights.</p>'.repeat(8)}
</article></main><footer>© 2026 Harbour Weekly. All rights reserved.</footer></body></html>`;

type Harness = ReturnType<typeof rendererHarness>;

async function metadataOf({ render, serve }: Harness, page: string, message: Partial<RenderPage> = {}) {
  const [sent] = await render(renderMessage(serve('/page', page), message));
  const { result } = sent!.document!;
  if (result.kind !== 'done') throw new Error(`The page is ${result.kind}`);
  return result.metadata;
}

describe('a renderer without RENDERER_CONTENT_CONFIDENCE', () => {
  const harness = rendererHarness();

  it('omits contentKind and contentConfidence', async () => {
    const keys = Object.keys(await metadataOf(harness, ARTICLE));
    expect(keys.filter((key) => key.startsWith('content'))).toEqual(['contentType']);
  });

  it('counts pages by kind and confidence', async () => {
    await metadataOf(harness, ARTICLE);
    const text = await harness.renderer.registry.metrics();
    expect(text).toMatch(/orbweaver_main_content_pages_total\{kind="article",confidence="high"\} \d/);
  });
});

describe('a renderer with RENDERER_CONTENT_CONFIDENCE', () => {
  const harness = rendererHarness({ RENDERER_CONTENT_CONFIDENCE: 'true' });

  it('adds contentKind and contentConfidence to the metadata', async () => {
    const { contentKind, contentConfidence } = await metadataOf(harness, ARTICLE);
    expect(contentKind).toBe('article');
    expect(contentConfidence).toBeGreaterThan(0.5);
    expect(contentConfidence).toBeLessThanOrEqual(1);
  });

  it('omits both for a page that is too short for the model', async () => {
    expect(await metadataOf(harness, '<h1>Title</h1><p>One line.')).not.toHaveProperty('contentKind');
  });
});
