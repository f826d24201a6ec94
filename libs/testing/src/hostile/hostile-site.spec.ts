import { createSocket } from 'node:dgram';
import { promises } from 'node:dns';
import { connect } from 'node:net';
import { until } from '../until';
import { startStubDns } from './dns/start-stub-dns';
import { hostilePages, representativeHostilePages } from './hostile-pages';
import { startHostileSite } from './start-hostile-site';
import { startTripwire, tripwireText } from './start-tripwire';

describe('hostilePages', () => {
  it('has unique names of hostile pages, and thirty that represent the others', () => {
    expect(hostilePages.length).toBeGreaterThan(100);
    expect(new Set(hostilePages.map(({ name }) => name)).size).toBe(hostilePages.length);
    expect(representativeHostilePages).toHaveLength(30);
  });
});

describe('startTripwire', () => {
  it('records requests, empty connections and datagrams', async () => {
    const wire = await startTripwire('127.0.0.2');
    try {
      expect(await (await fetch(`${wire.origin}/path`)).text()).toBe(tripwireText('127.0.0.2'));
      connect(wire.port, '127.0.0.2', function (this: ReturnType<typeof connect>) {
        this.end();
      });
      const datagrams = createSocket('udp4');
      datagrams.send('x', wire.port, '127.0.0.2', () => datagrams.close());
      await until('three visits', () => wire.visits.length === 3);
      expect([...wire.visits].sort()).toEqual(['GET /path', 'tcp', 'udp']);
    } finally {
      await wire.close();
    }
  });
});

describe('startStubDns', () => {
  it('returns the next answer for each query of a known name and NXDOMAIN for other names', async () => {
    const dns = await startStubDns({ 'a.hostile.test': [['127.0.0.1'], ['127.0.0.2', '127.0.0.3']] });
    try {
      const resolver = new promises.Resolver();
      resolver.setServers([dns.server]);
      const ask = () => resolver.resolve4('a.hostile.test');
      expect([await ask(), await ask(), await ask()]).toEqual([
        ['127.0.0.1'],
        ['127.0.0.2', '127.0.0.3'],
        ['127.0.0.1'],
      ]);
      await expect(resolver.resolve4('b.hostile.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
      // Queries for IPv6 addresses are not counted.
      await expect(resolver.resolve6('a.hostile.test')).rejects.toMatchObject({ code: 'ENODATA' });
      expect(dns.count('a.hostile.test')).toBe(3);
    } finally {
      await dns.close();
    }
  });
});

describe('startHostileSite', () => {
  it('serves every page by name and closes while endless responses are open', async () => {
    const site = await startHostileSite({ pages: hostilePages, secret: 'http://127.0.0.2:9' });
    try {
      expect(await (await fetch(site.urlOf({ name: 'loop' }))).text()).toContain('for (;;);');
      expect((await fetch(`${site.origin}/nowhere`)).status).toBe(404);
      expect([...site.served]).toEqual(['loop']);
      const endless = await fetch(site.urlOf({ name: 'endless-body' }));
      expect((await endless.body?.getReader().read())?.value?.length).toBeGreaterThan(0);
      const talk = connect(Number(new URL(site.origin).port), '127.0.0.1');
      talk.on('error', () => talk.destroy()).resume();
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x';
      talk.write(`GET /sockets/0 HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`);
      await until('words of the socket', () => talk.bytesRead > 4096);
    } finally {
      await site.close();
    }
  });
});
