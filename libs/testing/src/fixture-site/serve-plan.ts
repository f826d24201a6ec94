import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FixtureAnswer, HtmlAnswer, SitePlan } from './page-answer';
import { renderHtml } from './render-html';
import type { LoggedRequest, RequestLog } from './request-log';

/**
 * Creates the listener of one host. `plan` and `origin` are functions, because both are known only after the port is
 * bound.
 */
export function servePlan(plan: () => SitePlan, origin: () => string, log: RequestLog): RequestListener {
  const answered = new Map<string, number>();
  return (request, response) => {
    const url = new URL(request.url ?? '/', origin());
    const path = url.pathname + url.search;
    const { headers } = request;
    const entry: LoggedRequest = { method: request.method ?? 'GET', origin: origin(), path, headers, at: Date.now() };
    log.add(entry);
    response.once('close', () => {
      entry.endedAt = Date.now();
    });
    request.resume();
    if (url.pathname === '/robots.txt') {
      sendText(response, plan().robots);
      return;
    }
    const answer = findAnswer(plan(), url, { headers, address: request.socket.remoteAddress });
    const timesBefore = answered.get(path) ?? 0;
    answered.set(path, timesBefore + 1);
    send(request, response, answer, timesBefore);
  };
}

export function findAnswer(
  plan: SitePlan,
  url: URL,
  { headers = {}, address = '' }: { headers?: IncomingMessage['headers']; address?: string } = {},
): FixtureAnswer {
  const path = url.pathname + url.search;
  const twin = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  return (
    plan.pages.get(path) ??
    plan.pages.get(twin) ??
    plan.generate(url, headers, address) ?? {
      kind: 'html',
      title: 'Nothing here',
      text: 'No such page.',
      links: [],
      status: 404,
    }
  );
}

function send(request: IncomingMessage, response: ServerResponse, answer: FixtureAnswer, timesBefore: number): void {
  switch (answer.kind) {
    case 'html':
      sendHtml(response, answer);
      return;
    case 'redirect':
      response.writeHead(answer.status, { location: answer.to }).end();
      return;
    case 'bytes':
      response.writeHead(200, {
        ...answer.headers,
        'content-type': answer.contentType,
        'content-length': answer.body.length,
      });
      response.end(answer.body);
      return;
    case 'busy':
      if (timesBefore >= answer.times) {
        sendHtml(response, answer.afterwards);
        return;
      }
      response.writeHead(429, { 'retry-after': String(answer.retryAfterSeconds), 'content-type': 'text/html' });
      response.end('<p>Come later</p>');
      return;
    case 'dropped':
      if (answer.afterwards !== undefined && timesBefore >= answer.times) sendHtml(response, answer.afterwards);
      else request.socket.destroy();
      return;
    case 'hanging':
      return;
  }
}

function sendHtml(response: ServerResponse, page: HtmlAnswer): void {
  const body = renderHtml(page);
  const answer = (): void => {
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  };
  if (page.delayMs === undefined) {
    answer();
    return;
  }
  const timer = setTimeout(answer, page.delayMs);
  response.once('close', () => clearTimeout(timer));
}

function sendText(response: ServerResponse, text: string | undefined): void {
  response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text ?? 'none');
}
