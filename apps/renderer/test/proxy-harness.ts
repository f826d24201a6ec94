import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { PageDocument, PageOutcome, type RenderPage } from '@orbweaver/contracts';
import type { DocumentContent, ScrapeSpec } from '@orbweaver/core';
import {
  makeSelfSignedCertificate,
  type ProxyServer,
  type ProxyServerOptions,
  scrapeSpec,
  startProxyServer,
} from '@orbweaver/testing';
import { startPageServer } from './page-server';
import { renderMessage } from './render-message';
import { startRenderer } from './renderer-harness';

export const PASSWORD = 'hunter2';
/** Client addresses that sites see, with and without proxies. */
export const DIRECT = '127.0.0.1';
export const BASIC = '127.0.0.11';
export const STEALTH = '127.0.0.12';

type Renderer = ReturnType<typeof startRenderer>;

export type ProxyHarness = Awaited<ReturnType<typeof startProxyHarness>>;

export async function startProxyHarness() {
  const site = await startPageServer();
  const secure = await startPageServer('127.0.0.1', makeSelfSignedCertificate('127.0.0.1'));
  const closers: (() => Promise<unknown>)[] = [];
  return {
    site,
    secure,
    async openProxy(seenAs: string, options: ProxyServerOptions = {}): Promise<ProxyServer> {
      const proxy = await startProxyServer({ credential: { username: 'me', password: PASSWORD }, seenAs, ...options });
      closers.push(() => proxy.close());
      return proxy;
    },
    start(settings: Record<string, unknown> = {}): Renderer {
      const renderer = startRenderer({ RENDERER_BROWSER_SLOTS: 2, ...settings });
      closers.push(() => renderer.stop());
      return renderer;
    },
    async closeOpened(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close();
    },
    async close(): Promise<void> {
      await Promise.all([site.close(), secure.close()]);
    },
  };
}

/** Renders a page and returns everything published and logged, which must not contain the password. */
export async function render(renderer: Renderer, message: RenderPage) {
  renderer.published.length = 0;
  await renderer.renderer.intake.take(message);
  await renderer.renderer.intake.whenEmpty();
  const metrics = await renderer.registry.metrics();
  const documents = renderer.published
    .filter(({ topic }) => topic !== 'pageOutcomes')
    .map(({ message: sent }) => PageDocument.parse(sent));
  const outcomes = renderer.published
    .filter(({ topic }) => topic === 'pageOutcomes')
    .map(({ message: sent }) => PageOutcome.parse(sent));
  const [document] = documents;
  const content = document?.content && (JSON.parse(gunzipSync(document.content).toString()) as DocumentContent);
  const said = JSON.stringify([renderer.events, metrics, documents.map(({ result }) => result), outcomes, content]);
  for (const secret of [PASSWORD, Buffer.from(`me:${PASSWORD}`).toString('base64')]) expect(said).not.toContain(secret);
  const result = document?.result;
  return {
    text: content?.markdown ?? '',
    warning: content?.warning,
    document,
    metrics,
    outcome: outcomes[0]?.outcome,
    failure: result?.kind === 'failed' ? result.failure : undefined,
    ...(result?.kind === 'done' && {
      engine: result.engine,
      proxyUsed: result.metadata.proxyUsed,
      status: result.metadata.statusCode,
    }),
  };
}

export const scrape = (renderer: Renderer, url: string, spec: Partial<ScrapeSpec> = {}) =>
  render(renderer, renderMessage(url, { spec: scrapeSpec({ proxy: 'basic', ...spec }) }));

export function whence(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<h1>Seen</h1><p>from ${request.socket.remoteAddress}</p><img src="/pixel.png">`);
}

/** Admits the client `welcome` only. */
export const guarded =
  (welcome: string, status = 403, headers: Record<string, string> = {}) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (request.socket.remoteAddress === welcome) whence(request, response);
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>No entry</h1>');
  };
