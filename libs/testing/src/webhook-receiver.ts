import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './fixture-site/start-fixture-site';

export interface Delivery {
  headers: IncomingHttpHeaders;
  /** The body's bytes as they came: what a signature is computed over. */
  raw: Buffer;
  body: Record<string, unknown>;
  /** What was answered. */
  status: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface WebhookReceiver {
  url: string;
  /** All attempts, also those that were refused, in order of arrival. */
  deliveries: readonly Delivery[];
  /** The next `times` deliveries are answered with 500. */
  failNext(times: number): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = failures > 0 ? 500 : 200;
      if (failures > 0) failures -= 1;
      const raw = Buffer.concat(chunks);
      deliveries.push({ headers: request.headers, raw, body: parseBody(raw), status, at: Date.now() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    failNext: (times) => {
      failures = times;
    },
    close: () => closeServer(server),
  };
}

function parseBody(raw: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
  } catch {
    return { unparsed: raw.toString('utf8') };
  }
}
