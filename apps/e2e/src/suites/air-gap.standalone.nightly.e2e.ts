import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import path from 'node:path';
import { listenOnFreshPort } from '@orbweaver/testing';
import { type IsolatedNetwork, isolateNetwork } from '../harness/isolated-network';
import { findFreePort } from '../harness/service-process';
import { htmlPage } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

/** Chromium connects a UDP socket to see whether IPv6 is routed. It sends nothing. */
const IPV6_PROBE = '2001:4860:4860::8888';

const directory = makeDirectory();
const trace = path.join(directory, 'connections.txt');
const site = createServer((_, response) => {
  response.setHeader('content-type', 'text/html').end(htmlPage('Internal', []));
});
const outside = createServer((_, response) => response.end('outside'));
let sitePort: number;
let outsidePort: number;
let network: IsolatedNetwork;
let system: System;

beforeAll(async () => {
  const servicePort = await findFreePort();
  sitePort = await findFreePort();
  outsidePort = await listenOnFreshPort(outside);
  network = isolateNetwork(directory, { servicePort, site, sitePort });
  // -D: the service remains the child of this process.
  const record = ['strace', '-D', '-f', '-qq', '-e', 'trace=connect', '-e', 'signal=none', '-o', trace];
  system = await startStandalone({ PORT: String(servicePort) }, directory, [...network.through, ...record]);
});
afterAll(async () => {
  await system?.stop();
  network.close();
  for (const server of [site, outside]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it('starts and scrapes a local page, by HTTP and in the browser, without a network and without trying others', async () => {
  for (const more of [{}, { waitFor: 500 }]) {
    const { body } = await system
      .api()
      .post('/v2/scrape', { url: `http://127.0.0.1:${sitePort}/`, maxAge: 0, ...more });
    expect(body).toMatchObject({ success: true, data: { markdown: expect.stringContaining('Internal') } });
  }
  const { body } = await system.api().post('/v2/scrape', { url: `http://127.0.0.1:${outsidePort}/`, maxAge: 0 });
  expect(body).toMatchObject({ success: false, error: expect.stringContaining('refused') });
  const connections = readConnections();
  expect(connections.filter(({ address }) => address === '127.0.0.1')).not.toEqual([]);
  expect(connections.filter((one) => !isExpected(one))).toEqual([]);
});

interface Connection {
  address: string;
  port: number;
}

function readConnections(): Connection[] {
  const lines = readFileSync(trace, 'utf8').matchAll(/connect\(.*?sin6?_port=htons\((\d+)\).*?"([^"]+)"/g);
  return [...lines].map(([, port, address]) => ({ address: address!, port: Number(port) }));
}

function isExpected({ address, port }: Connection): boolean {
  if (isIP(address) === 4 && address.startsWith('127.')) return true;
  if (address === '::1' || address === IPV6_PROBE) return true;
  // The standalone process looks up the host of the example that it prints.
  return port === 53 && readFileSync('/etc/resolv.conf', 'utf8').split(/\s/).includes(address);
}
