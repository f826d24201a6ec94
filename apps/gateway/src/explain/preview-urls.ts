import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type CrawlSpec,
  dedupKey,
  type PreviewQuestion,
  parseUrl,
  previewUrl,
  type ScopeContext,
  type SkipRule,
  type UrlPreview,
} from '@orbweaver/core';
import { refuseField } from '../errors/api-error';

/**
 * Limit of the work for one request, in its own turns: a thousand long URLs against the largest patterns could take
 * hours. What runs in between takes its time besides.
 */
export const PREVIEW_BUDGET_MS = 5000;
/** After so much work the event loop is released. */
const SLICE_MS = 10;

type PreviewedUrl = UrlPreview & { url: string; duplicateOf?: string };

export interface Preview {
  unchecked: SkipRule[];
  urls: PreviewedUrl[];
}

/**
 * Applies the rules of a crawl to each URL. Answers undefined when nobody waits for it any more.
 * @throws ApiError 400 when that takes too long
 */
export async function previewUrls(
  questions: readonly PreviewQuestion[],
  crawl: CrawlSpec,
  context: ScopeContext,
  { gone, budgetMs = PREVIEW_BUDGET_MS }: { gone?: AbortSignal; budgetMs?: number } = {},
): Promise<Preview | undefined> {
  const previews: UrlPreview[] = [];
  let spentMs = 0;
  let turnBeganAt = performance.now();
  for (const question of questions) {
    const turnMs = performance.now() - turnBeganAt;
    if (spentMs + turnMs > budgetMs) {
      const message = 'The patterns take too long on these URLs: ask for fewer of them, or use simpler patterns';
      throw refuseField(['urls'], message);
    }
    if (turnMs > SLICE_MS) {
      spentMs += turnMs;
      await yieldToEventLoop();
      if (gone?.aborted) return undefined;
      turnBeganAt = performance.now();
    }
    previews.push(previewUrl(question, crawl, context));
  }
  const urls = markDuplicates(questions, previews, crawl);
  const always: SkipRule[] = crawl.ignoreRobotsTxt ? ['limit'] : ['robots.txt', 'limit'];
  const unchecked = new Set([...always, ...previews.flatMap((preview) => (preview.admitted ? preview.unchecked : []))]);
  return { unchecked: [...unchecked], urls };
}

/** The first admitted spelling stands for the page. All others are duplicates of it, admitted or not. */
function markDuplicates(
  questions: readonly PreviewQuestion[],
  previews: readonly UrlPreview[],
  { scope }: CrawlSpec,
): PreviewedUrl[] {
  const keys = questions.map(({ url }) => (parseUrl(url) !== undefined ? dedupKey(url, scope) : undefined));
  const pages = new Map<string | undefined, number>();
  for (const [index, preview] of previews.entries()) {
    if (preview.admitted && !pages.has(keys[index])) pages.set(keys[index], index);
  }
  return previews.map((preview, index) => {
    const url = questions[index]?.url ?? '';
    const page = pages.get(keys[index]);
    if (page === undefined || page === index) return { url, ...preview };
    const duplicateOf = questions[page]?.url ?? '';
    const first = previews[page];
    const explanation = `${preview.explanation} It is the same page as ${duplicateOf}.`;
    if (!preview.admitted || !first?.admitted) return { url, ...preview, duplicateOf, explanation };
    return { url, ...preview, canonicalUrl: first.canonicalUrl, duplicateOf, explanation };
  });
}
