import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './fixture-site/start-fixture-site';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  /** The raw body, which the signature covers. */
  raw: Buffer;
  body: Record<string, unknown>;
  /** The status of the answer; 0 for none. */
  status: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** A fault: status 500, no answer, a reset connection, a redirect to itself. */
type Misbehaviour = 'fail' | 'hang' | 'reset' | 'redirect';

export interface WebhookReceiver {
  url: string;
  /** All attempts in order of arrival, including rejected ones. */
  deliveries: readonly ReceivedWebhook[];
  /** Answers the next `times` deliveries with 500. */
  failNext(times: number): void;
  /** Faults of the next deliveries, in order; later ones are accepted. */
  misbehave(...next: Misbehaviour[]): void;
  close(): Promise<void>;
}

const STATUS: Record<Misbehaviour, number> = { fail: 500, hang: 0, reset: 0, redirect: 307 };

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries: ReceivedWebhook[] = [];
  let misbehaviours: Misbehaviour[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const how = misbehaviours.shift();
      const status = how === undefined ? 200 : STATUS[how];
      const raw = Buffer.concat(chunks);
      deliveries.push({ headers: request.headers, raw, body: parseBody(raw), status, at: Date.now() });
      if (how === 'reset') request.socket.resetAndDestroy();
      else if (how !== 'hang') response.writeHead(status, how === 'redirect' ? { location: '/hook' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    failNext: (times) => {
      misbehaviours = Array.from({ length: times }, () => 'fail');
    },
    misbehave: (...next) => {
      misbehaviours = next;
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
