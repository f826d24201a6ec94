import { type SmallSite, startSmallSite } from './small-site';

/** Slow enough for all permitted pages to overlap. */
const PAGE_MS = 400;

export interface CountingSite extends SmallSite {
  /** The URLs of `count` pages below `area`. */
  pages(area: string, count: number): string[];
  /** The maximum of concurrent requests below `area`. */
  peak(area: string): number | undefined;
}

/** A site of slow pages that counts concurrent requests by first path segment. */
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
