import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOurs } from '../contenders/ours';
import { batchBody } from '../service-client';
import type { Check, CheckContext, Finding } from './check';

const PAGES = 400;
/** Below the service's delivery timeout. */
const HOLD_MS = 8000;
const LAST_WITHIN_MS = 60_000;

/** Deliveries per second of one job to a fast receiver, in order. */
export const webhooks: Check = { name: 'webhooks', run: measureWebhooks };

async function measureWebhooks({ say }: CheckContext): Promise<Finding[]> {
  const service = await startOurs();
  const receiver = await startReceiver();
  try {
    say('webhooks');
    const urls = Array.from({ length: PAGES }, (_, index) => `${receiver.origin}/page/${index}`);
    const body = { ...batchBody(urls), webhook: { url: `${receiver.origin}/hook`, events: ['started', 'page'] } };
    const id = await service.client.start('/v2/batch/scrape', body);
    // The first delivery is held meanwhile, so that later ones form a backlog.
    const held = service.client.finish(`/v2/batch/scrape/${id}`, PAGES);
    await Promise.race([held, new Promise((resolve) => setTimeout(resolve, HOLD_MS).unref())]);
    const { perSecond, received, inOrder } = await receiver.release(PAGES + 1, LAST_WITHIN_MS);
    return [
      {
        what: 'webhooks per second of one job',
        figure: perSecond,
        unit: '/s',
        goal: { atLeast: 200 },
        note: `${received} received`,
      },
      { what: 'webhooks out of order', figure: received - inOrder, unit: '', goal: { atMost: 0 } },
    ];
  } finally {
    receiver.stop();
    await service.stop();
  }
}

interface Delivery {
  ms: number;
  sequence: number;
}

/** Serves small pages and receives webhooks; holds the first until it is released. */
async function startReceiver() {
  const deliveries: Delivery[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/page/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Page</h1><p>${request.url}</p>`);
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', async () => {
      const event = JSON.parse(Buffer.concat(parts).toString()) as { sequence: number };
      deliveries.push({ ms: performance.now(), sequence: event.sequence });
      if (deliveries.length === 1) await released;
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: async (count: number, withinMs: number) => {
      const fromMs = performance.now();
      const before = deliveries.length;
      release();
      while (deliveries.length < count && performance.now() - fromMs < withinMs) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const last = deliveries.at(-1)?.ms ?? Number.NaN;
      const inOrder = deliveries.filter(
        ({ sequence }, index) => index === 0 || sequence > (deliveries[index - 1]?.sequence ?? 0),
      );
      return {
        perSecond: (1000 * (deliveries.length - before)) / (last - fromMs),
        received: deliveries.length,
        inOrder: inOrder.length,
      };
    },
    stop: () => {
      release();
      server.close();
      server.closeAllConnections();
    },
  };
}
