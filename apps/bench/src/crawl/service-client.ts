import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

export const BENCH_KEY = 'bench-key-0123456789';
const POLL_MS = 200;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Client of a running service. */
export class ServiceClient {
  private readonly dispatcher = new Agent({ connections: 64, headersTimeout: 120_000, bodyTimeout: 120_000 });

  constructor(readonly url: string) {}

  async send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
    const options = { method, headers, dispatcher: this.dispatcher };
    const answer = await request(`${this.url}${path}`, {
      ...options,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
  }

  /** Starts a job and returns its id. @throws Error with the response if it is rejected */
  async start(path: '/v2/crawl' | '/v2/batch/scrape', body: unknown): Promise<string> {
    const answer = await this.send('POST', path, body);
    if (typeof answer.body.id !== 'string') throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }

  /** Resolves with the number of pages. `onProgress` is called now and then. */
  async finish(path: string, beyond: number, onProgress?: (completed: number) => void): Promise<number> {
    for (;;) {
      await pause(POLL_MS);
      // Skips all documents: only the progress is needed.
      const { status, body } = await this.send('GET', `${path}?limit=1&skip=${beyond}`);
      // The service is overloaded; the job continues.
      if (status >= 500) continue;
      onProgress?.(Number(body.completed));
      if (body.status !== 'scraping') return Number(body.completed);
    }
  }

  /** Resolves when that many pages are stored. @throws Error when the job ends before */
  async finishAtLeast(path: string, pages: number): Promise<void> {
    for (;;) {
      const { body } = await this.send('GET', `${path}?limit=1&skip=${pages}`);
      if (Number(body.completed) >= pages) return;
      if (body.status !== 'scraping') throw new Error(`the job finished with ${String(body.completed)} pages`);
      await pause(POLL_MS);
    }
  }

  /** Stores markdown and links of every page. */
  async crawl(start: string, count: number, onProgress?: (completed: number) => void): Promise<number> {
    const id = await this.start('/v2/crawl', crawlBody(start, count));
    return this.finish(`/v2/crawl/${id}`, count, onProgress);
  }

  /** Returns the document's metadata. @throws Error when the scrape fails */
  async scrape(url: string, options: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { status, body } = await this.send('POST', '/v2/scrape', { url, ...PAGE_OPTIONS, ...options });
    if (status !== 200) throw new Error(`scrape returned ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    return (body.data as { metadata: Record<string, unknown> }).metadata;
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }
}

const PAGE_OPTIONS = { formats: ['markdown', 'links'], maxAge: 0 };

export function crawlBody(start: string, limit: number): Record<string, unknown> {
  return { url: start, limit, crawlEntireDomain: true, sitemap: 'skip', scrapeOptions: PAGE_OPTIONS };
}

export function batchBody(urls: readonly string[]): Record<string, unknown> {
  return { urls, ...PAGE_OPTIONS };
}
