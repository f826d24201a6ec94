import { Injectable } from '@nestjs/common';
import {
  type CrawlSpec,
  dedupKey,
  type PreviewQuestion,
  parseUrl,
  type SkipRule,
  type UrlPreview,
} from '@orbweaver/core';
import { InputThreads, InputTooComplexError } from '@orbweaver/platform';
import { Mutex } from 'async-mutex';
import { refuseField } from '../errors/api-error';

/** Time limit of one request. 1000 long URLs with the largest patterns could take hours. */
export const PREVIEW_BUDGET_MS = 5000;

type PreviewedUrl = UrlPreview & { url: string; duplicateOf?: string };

export interface Preview {
  unchecked: SkipRule[];
  urls: PreviewedUrl[];
}

/** Applies the rules of a crawl to URLs in a worker thread, one request at a time. */
@Injectable()
export class PreviewUrls {
  readonly budgetMs: number = PREVIEW_BUDGET_MS;
  private readonly turn = new Mutex();

  constructor(private readonly threads: InputThreads) {}

  /** Undefined if the caller disconnected. @throws ApiError 400 on timeout */
  async preview(
    questions: readonly PreviewQuestion[],
    crawl: CrawlSpec,
    gone: AbortSignal,
  ): Promise<Preview | undefined> {
    try {
      const previews = await this.turn.runExclusive(async () =>
        gone.aborted
          ? []
          : this.threads.previewUrls({ crawl, originUrl: crawl.url }, questions, {
              limitMs: this.budgetMs,
              signal: gone,
            }),
      );
      return gone.aborted ? undefined : summarize(questions, previews, crawl);
    } catch (error) {
      if (gone.aborted) return undefined;
      if (!(error instanceof InputTooComplexError)) throw error;
      throw refuseField(['urls'], 'The patterns take too long on these URLs. Send fewer URLs or use simpler patterns');
    }
  }
}

function summarize(questions: readonly PreviewQuestion[], previews: readonly UrlPreview[], crawl: CrawlSpec): Preview {
  const urls = markDuplicates(questions, previews, crawl);
  const always: SkipRule[] = crawl.ignoreRobotsTxt ? ['limit'] : ['robots.txt', 'limit'];
  const unchecked = new Set([...always, ...previews.flatMap((preview) => (preview.admitted ? preview.unchecked : []))]);
  return { unchecked: [...unchecked], urls };
}

/** The first admitted URL of a page is the original; all other URLs of the page are its duplicates. */
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
