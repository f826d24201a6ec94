import type { ScrapeSpec } from '@orbweaver/core';
import { makeSelfSignedCertificate, scrapeSpec, until } from '@orbweaver/testing';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { PAGE_BYTES_UNIT } from '../../test/browsing';
import { type PageServer, startPageServer } from '../../test/page-server';
import { Deadline } from '../bounds/deadline';
import { killGroup } from '../browser/supply/launch-browser';
import type { RestartReason } from '../renderer-metrics';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;
const restarts: RestartReason[] = [];

beforeAll(async () => {
  const onRestart = (reason: RestartReason): void => void restarts.push(reason);
  [harness, site] = await Promise.all([
    startBrowserHarness({ maxBytes: PAGE_BYTES_UNIT, onRestart }),
    startPageServer(),
  ]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

describe('BrowserFetcher', () => {
  it.each<[string, () => string, Partial<ScrapeSpec>, string, RegExp?]>([
    ['an address that is not public', () => 'http://127.200.0.1/', {}, 'egress-denied'],
    ['an address that is not public, over TLS', () => 'https://127.200.0.1/', {}, 'egress-denied'],
    [
      'a page that redirects to such an address',
      () => site.serve('/trap', (_, r) => r.writeHead(302, { location: 'http://10.0.0.1/' }).end()),
      {},
      'egress-denied',
    ],
    ['a closed port', () => 'http://127.0.0.1:1/', {}, 'refused'],
    ['an unknown name', () => 'http://nowhere.invalid/', {}, 'dns'],
    [
      'a page that is too large',
      () => site.serve('/huge', `<p>${'x'.repeat(2 * PAGE_BYTES_UNIT)}</p>`),
      {},
      'too-large',
    ],
    [
      'too many redirects',
      () => {
        for (let hop = 0; hop < 11; hop += 1) {
          site.serve(`/hop-${hop}`, (_, r) => r.writeHead(302, { location: `/hop-${hop + 1}` }).end());
        }
        site.serve('/hop-11', '<p>too far</p>');
        return `${site.origin}/hop-0`;
      },
      {},
      'too-many-redirects',
      /^The server redirects more than 10 times: /,
    ],
    [
      'redirects without end',
      () => site.serve('/loop', (_, r) => r.writeHead(302, { location: '/loop' }).end()),
      {},
      'too-many-redirects',
      /^The server redirects in a loop: .*: ERR_TOO_MANY_REDIRECTS$/,
    ],
  ])('fails with the reason: %s', async (_, url, spec, reason, message = /./) => {
    expect(await harness.failureOf(url(), spec)).toMatchObject({ reason, message: expect.stringMatching(message) });
  });

  it('blocks all requests of a page to private addresses', async () => {
    const forbidden = await startPageServer('127.200.0.1');
    const { origin } = forbidden;
    const address = origin.replace('http', 'ws');
    try {
      expect(await harness.failureOf(forbidden.serve('/', '<p>secret</p>'))).toMatchObject({ reason: 'egress-denied' });
      const url = site.serve(
        '/curious',
        `<link rel=preconnect href="${origin}"><link rel=prefetch href="${origin}/prefetch"><img src="${origin}/image">
        <iframe src="${origin}/frame"></iframe><script src="${origin}/script"></script><script>
        fetch('${origin}/fetch', { mode: 'no-cors' }).catch(() => undefined);
        new WebSocket('${address}/socket');
        navigator.sendBeacon('${origin}/beacon');
        open('${origin}/popup');
        const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${new URL(origin).host}?transport=tcp' }, { urls: 'turn:${new URL(origin).host}?transport=tcp', username: 'x', credential: 'x' }] });
        call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer));
        </script>`,
      );
      await harness.captureOf(url, { waitForMs: 1000 });
      expect(forbidden.connections()).toBe(0);
    } finally {
      await forbidden.close();
    }
  });

  it('verifies certificates unless skipTlsVerification is set', async () => {
    const secure = await startPageServer('127.0.0.3', makeSelfSignedCertificate('127.0.0.3'));
    try {
      const url = secure.serve('/', '<p>behind TLS</p>');
      expect((await harness.captureOf(url, { skipTlsVerification: true })).html).toContain('behind TLS');
      expect(await harness.failureOf(url, { skipTlsVerification: false })).toMatchObject({ reason: 'tls' });
    } finally {
      await secure.close();
    }
  });

  it('fails a page at its deadline when nothing has arrived', async () => {
    const startedAt = Date.now();
    await expect(
      harness.visit(
        site.serve('/silent', () => undefined),
        {},
        1500,
      ),
    ).rejects.toThrow('deadline');
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect((await harness.captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
  });

  it('fails the pages of a crashed browser, and serves the next page from another', async () => {
    const url = site.serve('/silent', () => undefined);
    const before = site.requests.length;
    const visits = [harness.visit(url), harness.visit(url), harness.visit(url)];
    await until('the pages to be asked for', () => site.requests.length >= before + 3);
    const hold = await harness.supply.take();
    hold.giveBack();
    killGroup(hold.browser.process()!.pid);
    for (const result of await Promise.all(visits)) {
      expect(result).toMatchObject({ kind: 'failed', failure: { reason: 'browser-crashed' } });
    }
    expect((await harness.captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
    expect(restarts).toContain('crashed');
  });

  it('limits the open pages and reserves slots for interactive work', async () => {
    const url = site.serve('/silent', () => undefined);
    const before = site.requests.length;
    const stop = new AbortController();
    const deadline = new Deadline(Date.now() + 30_000, stop.signal);
    const bulk = Array.from({ length: 6 }, () =>
      harness.fetcher
        .fetch({ url, sourceUrl: url, spec: scrapeSpec(), profile: 'plain', priority: 'bulk' }, deadline)
        .catch(() => 'stopped'),
    );
    await until('three bulk pages', () => site.requests.length === before + 3);
    expect((await harness.captureOf(site.serve('/next', '<p>next</p>'))).html).toContain('next');
    expect(harness.pool.slots.used('bulk')).toBe(3);
    stop.abort();
    expect(await Promise.all(bulk)).toEqual(Array(6).fill('stopped'));
    deadline.release();
    await until('the slots to be free', () => harness.pool.slots.used('bulk') === 0);
  });
});
