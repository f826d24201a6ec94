import { type ModelProvider, type ModelReply, type ModelRequest, startModelProvider } from '@orbweaver/testing';
import type { ApiClient, WireDocument } from './api-client';
import { startSmallSite } from './small-site';

export type ReadDocument = WireDocument & {
  json?: unknown;
  extract?: unknown;
  llm_extraction?: unknown;
  summary?: string;
  changeTracking?: { changeStatus: string; diff?: string; json?: unknown };
};

export const PROVIDER_KEY = 'the-secret-key-of-the-provider';
export const MODEL_CONCURRENCY = 3;
export const MODEL_DEADLINE_MS = 6_000;
export const PRODUCT = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { $ref: '#/$defs/money' } },
  required: ['name', 'price'],
  $defs: { money: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
};
export const JSON_FORMAT = { type: 'json', schema: PRODUCT, prompt: 'The product' };
/** The product on `/lamp`. */
export const LAMP = { name: 'Lamp /lamp', price: 12 };

export interface LampShop {
  provider: ModelProvider;
  origin: string;
  /** By path; the default is 12. */
  prices: Map<string, string>;
  /** Settings of the processes that call the model. */
  settings: Record<string, string>;
  /** Resets prices and the model's replies. */
  reset(): void;
  scrape(api: ApiClient, body: object, version?: string): Promise<ReadDocument>;
  close(): Promise<void>;
}

/** Product pages, and a provider whose model extracts them. */
export async function startLampShop(): Promise<LampShop> {
  const provider = await startModelProvider();
  const prices = new Map<string, string>();
  const site = await startSmallSite((request, response) => {
    const links = /^\/shop\/?$/.test(request.url ?? '')
      ? [1, 2, 3, 4, 5].map((n) => `<a href="/shop/${n}">Lamp ${n}</a>`)
      : [];
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Lamp</title><main><h1>Lamp ${request.url}</h1><p>It costs ${prices.get(request.url!) ?? 12} and gives light.</p>${links.join(' ')}</main>`,
    );
  });
  const { origin } = site;
  return {
    provider,
    origin,
    prices,
    settings: {
      LLM_BASE_URL: provider.url,
      LLM_API_KEY: PROVIDER_KEY,
      LLM_MODEL: 'small',
      LLM_TIMEOUT: '1s',
      LLM_DEADLINE: `${MODEL_DEADLINE_MS}ms`,
      LLM_CONCURRENCY: String(MODEL_CONCURRENCY),
    },
    reset: () => {
      prices.clear();
      provider.next();
      provider.reply(readProduct);
    },
    scrape: async (api, body, version = 'v2') => {
      const reply = await api.post(`/${version}/scrape`, { url: `${origin}/lamp`, maxAge: 0, ...body });
      expect([reply.status, reply.body.error]).toEqual([200, undefined]);
      return reply.body.data;
    },
    close: async () => {
      await site.stop();
      await provider.close();
    },
  };
}

/** Replies with the product of the prompt. */
export function readProduct({ system: task, user }: ModelRequest): ModelReply {
  if (task.includes('summarize')) return 'A lamp, and its price.';
  return { json: { name: /# (Lamp \S+)/.exec(user)?.[1] ?? 'A lamp', price: Number(/costs (\d+)/.exec(user)?.[1]) } };
}
