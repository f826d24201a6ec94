// node webhook-receiver.ts [PORT]: prints webhook events from Orbweaver and rejects other requests.
// WEBHOOK_SECRET is the secret of the team (GET /v2/webhooks/secret).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '' } = process.env;
const port = Number(process.argv[2] ?? 8080);
// Anyone can sign with an empty secret.
if (WEBHOOK_SECRET === '') throw new Error('WEBHOOK_SECRET is not set');

interface WebhookEvent {
  type: string;
  /** The job. */
  id: string;
  webhookId: string;
  sequence: number;
  /** Documents in events of pages; other data or none in other events. */
  data: { metadata?: { url: string } }[];
}

/** `rawBody`: the received bytes. Parsed and serialized JSON has another signature. */
function isFromOrbweaver(rawBody: Buffer, signature: string | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', WEBHOOK_SECRET).update(rawBody).digest('hex')}`);
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** An event that was acknowledged too late is repeated with the same id. In production, store the ids in a database. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const rawBody = Buffer.concat(chunks);
  const signature = request.headers['x-firecrawl-signature']?.toString();
  if (!isFromOrbweaver(rawBody, signature)) {
    console.log(
      signature === undefined
        ? 'refused: no signature was sent. Orbweaver signs when WEBHOOK_SECRET is set where it runs'
        : 'refused: the signature is wrong. WEBHOOK_SECRET here must be the secret of the team',
    );
    response.writeHead(401).end();
    return;
  }
  const event = JSON.parse(rawBody.toString('utf8')) as WebhookEvent;
  if (!seen.has(event.webhookId)) {
    const urls = event.data.flatMap(({ metadata }) => (metadata === undefined ? [] : [metadata.url]));
    console.log(['verified', event.sequence, event.type, ...urls].join(' '));
    // Last: an event that fails above is sent again.
    seen.add(event.webhookId);
  }
  response.writeHead(200).end();
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`);
});
