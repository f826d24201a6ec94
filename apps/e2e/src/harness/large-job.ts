import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listenOnFreshPort } from '@orbweaver/testing';

export interface LargeJob {
  /** Origin with the console, and a job of many pages. */
  origin: string;
  id: string;
  /** Requests of its list of pages. */
  listed: () => number;
  close(): void;
}

const PROGRESS_MS = 500;

/** Forwards to a service, except for one running job: it has `known` pages and gets `pagesPerSecond` more. */
export async function serveLargeJob(
  target: string,
  { known, pagesPerSecond }: { known: number; pagesPerSecond: number },
): Promise<LargeJob> {
  const id = '01a21190-c2b4-7e1a-8f5d-3a6b7c8d9e0f';
  const startedAt = Date.now();
  let lists = 0;
  const grown = () => Math.floor(((Date.now() - startedAt) / 1000) * pagesPerSecond);
  const totals = () => ({ queued: known / 2, leased: 8, done: known / 2 - 8 + grown(), failed: 0, skipped: 0 });
  const urlOf = (n: number) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    url: `https://site.example/section-${n % 100}/topic-${n % 1000}/page-${n}`,
    state: n < totals().done ? 'done' : 'queued',
    depth: 3,
    foundOn: `https://site.example/section-${n % 100}/`,
  });
  const list = (asked: URL, response: ServerResponse) => {
    lists += 1;
    const limit = Number(asked.searchParams.get('limit') ?? 100);
    const after = Number(asked.searchParams.get('after') ?? 0);
    const end = Math.min(after + limit, known + grown());
    const next = new URL(asked);
    next.searchParams.set('after', String(end));
    const urls = Array.from({ length: end - after }, (_, index) => urlOf(after + index));
    const more = end < known + grown() ? { next: next.href } : {};
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, urls, totals: totals(), ...more }));
  };
  const follow = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const at = new Date(startedAt).toISOString();
    const timer = setInterval(() => {
      const status = { success: true, status: 'scraping', completed: totals().done, total: known, creditsUsed: 0 };
      const progress = { ...status, expiresAt: at, createdAt: at, urls: totals() };
      response.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
    }, PROGRESS_MS);
    response.on('close', () => clearInterval(timer));
  };
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', origin);
    if (asked.pathname === `/v2/crawl/${id}/urls`) list(asked, response);
    else if (asked.pathname === `/v2/crawl/${id}/events`) follow(response);
    else forward(target, request, response);
  });
  const origin = `http://127.0.0.1:${await listenOnFreshPort(server)}`;
  return {
    origin,
    id,
    listed: () => lists,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(target: string, request: IncomingMessage, response: ServerResponse): void {
  const options = { method: request.method, headers: { ...request.headers, host: new URL(target).host } };
  const forwarded = send(`${target}${request.url}`, options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  request.pipe(forwarded);
}
