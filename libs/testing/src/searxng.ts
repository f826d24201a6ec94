import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './fixture-site/start-fixture-site';

/** A result as SearXNG sends it. */
export interface SearxngResult {
  url: string;
  title?: string;
  content?: string;
  [field: string]: unknown;
}

export type SearxngFault =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** HTML with status 200, as of an instance behind a login. */
  | 'html'
  | 'garbage'
  | 'other-json'
  | 'endless'
  /** No response. */
  | 'hang'
  /** The head of a response, and nothing after it. */
  | 'stall'
  | 'reset';

export interface Searxng {
  /** For SEARCH_URL. */
  url: string;
  /** Queries in order of arrival. */
  requests: readonly Record<string, string>[];
  /** All results of a query, which are sent in pages. */
  results(of: (query: Record<string, string>) => readonly SearxngResult[]): void;
  /** Names of engines that do not answer. */
  unresponsive(...names: string[]): void;
  /** Faults of the next requests, in order. */
  next(...faults: SearxngFault[]): void;
  close(): Promise<void>;
}

const PORTION = Buffer.alloc(256 * 1024, ' ');

/** A SearXNG instance on 127.0.0.1 below `/searx/`, with `pageSize` results per page. */
export async function startSearxng({ pageSize = 10, port = 0 } = {}): Promise<Searxng> {
  const requests: Record<string, string>[] = [];
  const faults: SearxngFault[] = [];
  let resultsOf: (query: Record<string, string>) => readonly SearxngResult[] = () => [];
  let silent: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://searxng');
    const query = Object.fromEntries(searchParams);
    if (pathname !== '/searx/search' || query.q === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Page not found</h1>');
      return;
    }
    requests.push(query);
    const fault = faults.shift();
    if (fault !== undefined) {
      fail(response, fault);
      return;
    }
    if (query.format !== 'json') {
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
      return;
    }
    const first = (Number(query.pageno ?? 1) - 1) * pageSize;
    const results = resultsOf(query).slice(first, first + pageSize);
    const answer = {
      query: query.q,
      number_of_results: 0,
      results: results.map((result) => ({ engine: 'stub', template: 'default.html', ...result })),
      answers: [],
      suggestions: [],
      unresponsive_engines: silent.map((name) => [name, 'timeout']),
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/searx`,
    requests,
    results: (of) => {
      resultsOf = of;
    },
    unresponsive: (...names) => {
      silent = names;
    },
    next: (...given) => {
      faults.splice(0, faults.length, ...given);
    },
    close: () => {
      server.closeAllConnections();
      return closeServer(server);
    },
  };
}

function fail(response: ServerResponse, fault: SearxngFault): void {
  if (typeof fault === 'object') {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    return;
  }
  switch (fault) {
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Log in</h1>');
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": [');
      return;
    case 'other-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"items": []}');
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      flood(response);
      return;
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"results": [');
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
  }
}

function flood(response: ServerResponse): void {
  while (!response.destroyed && response.write(PORTION));
  if (!response.destroyed) response.once('drain', () => flood(response));
}
