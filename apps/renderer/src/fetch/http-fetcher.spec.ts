import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgressGuard, createHttpClient, type HttpClient } from '@orbweaver/egress';
import { scrapeSpec, until } from '@orbweaver/testing';
import { Deadline, DeadlineExceeded } from '../bounds/deadline';
import { Slots } from '../bounds/slots';
import { HttpFetcher } from './http-fetcher';

const never = new AbortController().signal;

let server: Server;
let client: HttpClient;
let silent: Map<string, ServerResponse>;

beforeEach(async () => {
  silent = new Map();
  server = createServer((request, response) => {
    if (request.url === '/') response.end('here');
    else silent.set(request.url!, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.0/8' }), userAgent: 'test' });
});

afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function fetchPage(fetcher: HttpFetcher, path: string, ms: number) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const request = { url, sourceUrl: url, spec: scrapeSpec(), priority: 'bulk' as const, profile: 'plain' as const };
  const deadline = new Deadline(Date.now() + ms, never);
  return fetcher.fetch(request, deadline).finally(() => deadline.release());
}

it('lends slots while a site is silent, and takes them back for the response', async () => {
  const slots = new Slots(2, 0);
  const outer = new Slots(2, 0);
  const fetcher = new HttpFetcher({
    client,
    slots,
    outerSlots: () => [outer],
    version: () => '1',
    maxBytes: 1000,
  });
  const fetchHolding = async (path: string, ms: number) => {
    const giveBack = await outer.take('bulk', never);
    return fetchPage(fetcher, path, ms).finally(giveBack);
  };
  const hanging = fetchHolding('/hanging', 4_000).catch((error: unknown) => error);
  const late = fetchHolding('/late', 20_000);
  expect(await fetchHolding('/', 3_000)).toMatchObject({ kind: 'capture' });
  await until('both are lent', () => slots.lent === 2 && outer.lent === 2);
  // All slots are taken when the site responds: the page waits for its turn.
  const others = await Promise.all([outer.take('bulk', never), outer.take('bulk', never)]);
  silent.get('/late')!.end('late');
  expect(await hanging).toBeInstanceOf(DeadlineExceeded);
  expect(outer.used('bulk')).toBe(2);
  for (const giveBack of others) giveBack();
  expect(await late).toMatchObject({ capture: { body: Buffer.from('late') } });
  for (const one of [slots, outer]) expect([one.used('bulk'), one.lent, one.waiting('bulk')]).toEqual([0, 0, 0]);
});
