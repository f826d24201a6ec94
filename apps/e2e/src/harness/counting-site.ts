import { type SmallSite, startSmallSite } from './small-site';

/** Longer than a page takes otherwise, so that pages that may run at once do. */
const PAGE_MS = 400;

export interface CountingSite extends SmallSite {
  /** The URLs of `count` pages, whose paths begin with `area`. */
  pages(area: string, count: number): string[];
  /** The most requests under way at once, of those whose paths begin with `area`. */
  peak(area: string): number | undefined;
}

/** A site of slow pages that counts the requests under way, by the first segment of their path. */
export async function startCountingSite(): Promise<CountingSite> {
  const running = new Map<string, number>();
  const peaks = new Map<string, number>();
  const site = await startSmallSite((request, response) => {
    const area = request.url!.split('/')[1]!;
    const now = (running.get(area) ?? 0) + 1;
    running.set(area, now);
    peaks.set(area, Math.max(now, peaks.get(area) ?? 0));
    setTimeout(() => {
      running.set(area, running.get(area)! - 1);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<html><body><h1>${request.url}</h1><p>A page that took its time.</p></body></html>`);
    }, PAGE_MS);
  });
  return {
    ...site,
    pages: (area, count) => Array.from({ length: count }, (_, page) => `${site.origin}/${area}/${page}`),
    peak: (area) => peaks.get(area),
  };
}
