import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import path from 'node:path';
import { listenOnFreshPort } from '@orbweaver/testing';
import { htmlPage } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

/** Chromium connects a UDP socket to see whether IPv6 is routed. It sends nothing. */
const IPV6_PROBE = '2001:4860:4860::8888';

const directory = makeDirectory();
const trace = path.join(directory, 'connections.txt');
let site: Server;
let origin: string;
let system: System;

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(htmlPage('Internal', []));
  });
  origin = `http://127.0.0.1:${await listenOnFreshPort(site)}`;
  // -D: the service remains the child of this process.
  const through = ['strace', '-D', '-f', '-qq', '-e', 'trace=connect', '-e', 'signal=none', '-o', trace];
  system = await startStandalone({}, directory, through);
});
afterAll(async () => {
  await system?.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

it('connects to no other host while it starts and scrapes a local page, by HTTP and in the browser', async () => {
  for (const more of [{}, { waitFor: 500 }]) {
    const { body } = await system.api().post('/v2/scrape', { url: `${origin}/`, maxAge: 0, ...more });
    expect(body).toMatchObject({ success: true });
  }
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
