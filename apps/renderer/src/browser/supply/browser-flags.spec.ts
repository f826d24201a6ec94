import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PageServer, startPageServer } from '../../../test/page-server';
import { keepLog } from '../../../test/quiet-log';
import { rendererConfig } from '../../renderer.config';
import { findBrowser } from './find-browser';
import { launchBrowser } from './launch-browser';

jest.setTimeout(60_000);

/** Chromium requests updates, the time and accounts within its first seconds. */
const WATCHED_MS = 5_000;

let site: PageServer;

beforeAll(async () => {
  site = await startPageServer();
});

afterAll(() => site.close());

/** A proxy that records requests and forwards only those to the site. */
async function startRecorder() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url!);
    if (!request.url!.startsWith(site.origin)) return void response.writeHead(502).end();
    const answer = await fetch(request.url!);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`connect ${url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('browser flags', () => {
  it('sends only requests of the page, and all of them through the proxy', async () => {
    const { log } = keepLog();
    const { CHROMIUM_PATH, RENDERER_CACHE_DIR } = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
    const found = await findBrowser({ chromiumPath: CHROMIUM_PATH, cacheDir: RENDERER_CACHE_DIR, log });
    const recorder = await startRecorder();
    const stun = createSocket('udp4').bind(0, '127.0.0.1');
    await once(stun, 'listening');
    let packets = 0;
    stun.on('message', () => {
      packets += 1;
    });
    site.serve('/rest', (_, response) => void setTimeout(() => response.end('rested'), WATCHED_MS));
    const url = site.serve(
      '/',
      `<!doctype html><title>form</title><link rel=dns-prefetch href="//dns-prefetch.example">
      <form action="/login"><input type=email name=email autocomplete=email><input type=password name=password></form>
      <input type=search name=q><p lang=fr>Bonjour le monde, ceci est une page en fran&ccedil;ais.</p>
      <script>
        const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] });
        const candidates = [];
        call.onicecandidate = ({ candidate }) => candidate?.candidate && candidates.push(candidate.candidate);
        call.createDataChannel('x');
        call.createOffer().then((offer) => call.setLocalDescription(offer));
        const rested = fetch('/rest').then(() => candidates);
      </script>`,
    );
    const { browser, end } = await launchBrowser(found, { proxyUrl: recorder.url, timeoutMs: 30_000 });
    try {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.goto(url);
      expect(await page.evaluate('rested')).toEqual([]);
    } finally {
      await end();
      recorder.close();
      stun.close();
    }
    const own = ['/', '/rest', '/favicon.ico'].map((path) => site.origin + path);
    expect(recorder.asked.filter((asked) => !own.includes(asked))).toEqual([]);
    expect(recorder.asked).toContain(url);
    expect(packets).toBe(0);
  });
});
