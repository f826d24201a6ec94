import { gunzipSync } from 'node:zlib';
import { PageDocument, PageOutcome, type RenderPage } from '@orbweaver/contracts';
import type { DocumentContent } from '@orbweaver/core';
import { HealthChecks, noTracing, Stopping } from '@orbweaver/platform';
import { RecordingPublisher } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { createRenderer } from '../src/create-renderer';
import { rendererConfig } from '../src/renderer.config';
import { RendererMetrics } from '../src/renderer-metrics';
import { type PageServer, startPageServer } from './page-server';
import { keepLog } from './quiet-log';

/** The whole renderer with a recording publisher. Loopback addresses are allowed. */
export function startRenderer(settings: Record<string, unknown> = {}) {
  const publisher = new RecordingPublisher();
  const { log, events } = keepLog();
  const registry = new Registry();
  const stopping = new Stopping();
  const health = new HealthChecks();
  const config = rendererConfig.parse({
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    EGRESS_ALLOW: '127.0.0.0/8',
    RENDERER_BROWSER_SLOTS: 4,
    ...settings,
  });
  const metrics = new RendererMetrics(registry);
  const renderer = createRenderer(config, {
    publisher,
    clock: () => new Date(),
    log,
    health,
    stopping,
    metrics,
    tracing: noTracing,
  });
  return {
    renderer,
    publisher,
    published: publisher.messages,
    events,
    health,
    registry,
    async stop(): Promise<void> {
      stopping.begin();
      await renderer.stop();
    },
  };
}

/** For a suite: a renderer and a site, closed after it. */
export function rendererHarness(settings: Record<string, unknown> = {}) {
  // The extraction threads run the built worker of libs/extraction.
  jest.setTimeout(60_000);
  let site: PageServer;
  let renderer: ReturnType<typeof startRenderer>;
  beforeAll(async () => {
    site = await startPageServer();
    renderer = startRenderer(settings);
  });
  afterAll(async () => {
    await renderer.stop();
    await site.close();
  });
  return {
    get site(): PageServer {
      return site;
    },
    get renderer(): ReturnType<typeof startRenderer> {
      return renderer;
    },
    serve: (...page: Parameters<PageServer['serve']>) => site.serve(...page),
    render: (message: RenderPage) => renderAll(renderer, message),
  };
}

async function renderAll(renderer: ReturnType<typeof startRenderer>, message: RenderPage) {
  renderer.published.length = 0;
  await renderer.renderer.intake.take(message);
  await renderer.renderer.intake.whenEmpty();
  return renderer.published.map(({ topic, key, message: sent }) => {
    if (topic === 'pageOutcomes') return { topic, key, outcome: PageOutcome.parse(sent) };
    const document = PageDocument.parse(sent);
    const content = document.content && (JSON.parse(gunzipSync(document.content).toString()) as DocumentContent);
    return { topic, key, document, content };
  });
}
