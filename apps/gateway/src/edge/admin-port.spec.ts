import type { KeyRight } from '@orbweaver/core';
import { keyWith } from '../../test/admin-calls';
import { startGateway } from '../../test/start-gateway';
import { AdminPort } from './admin-port';

describe('ADMIN_PORT', () => {
  it('serves only the admin API on ADMIN_PORT, and everything else on PORT', async () => {
    const settings = { ADMIN_PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'https://public.test' };
    const apart = await startGateway(settings);
    try {
      const key = await keyWith(apart, ['team', 'admin']);
      const port = apart.application.get(AdminPort).listensOn;
      const ask = async (base: string, path: string) => {
        const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${key}` } });
        return {
          status: answer.status,
          body: (await answer.json()) as { paths?: object; next?: string; info: { description: string } },
        };
      };
      const onAdminPort = (path: string) => ask(`http://127.0.0.1:${port}`, path);
      const onPort = (path: string) => ask(apart.address, path);
      expect(await onAdminPort('/admin/v1/teams')).toMatchObject({ status: 200 });
      expect(await onPort('/v2/team/credit-usage')).toMatchObject({ status: 200 });
      for (const unknown of [
        await onPort('/admin/v1/teams'),
        await onPort('/Admin/v1/teams/'),
        await onAdminPort('/v2/crawl/active'),
      ]) {
        expect(unknown).toMatchObject({ status: 404, body: { error: expect.stringContaining('Not found: GET') } });
      }
      const pathsOf = async (document: ReturnType<typeof ask>) => Object.keys((await document).body.paths ?? {});
      const [open, closed] = [await pathsOf(onPort('/openapi.json')), await pathsOf(onAdminPort('/openapi.json'))];
      expect(open.filter((path) => path.startsWith('/admin'))).toEqual([]);
      expect(open).toContain('/v2/scrape');
      expect(closed.filter((path) => !path.startsWith('/admin'))).toEqual([]);
      expect(closed).toContain('/admin/v1/teams');
      // PUBLIC_URL applies to PORT only.
      const own = `http://127.0.0.1:${port}`;
      await apart.call('/v2/crawl', { body: { url: 'https://example.com/' } });
      await apart.call('/v2/crawl', { body: { url: 'https://example.com/' } });
      expect((await onAdminPort('/admin/v1/jobs?limit=1')).body.next).toMatch(`${own}/admin/v1/jobs?`);
      expect((await onAdminPort('/openapi.json')).body.info.description).toContain(`export ORBWEAVER=${own} `);
      // A cache must not serve the address of one caller to another.
      expect((await fetch(`${apart.address}/openapi.json`)).headers.get('cache-control')).toBe('no-store');
      expect((await onPort('/openapi.json')).body.info.description).toContain('export ORBWEAVER=https://public.test ');
    } finally {
      await apart.close();
    }
  });

  const all = { team: true, admin: true };
  it.each([
    ['without ADMIN_PORT', {}, [all]],
    [
      'with ADMIN_PORT',
      { ADMIN_PORT: '0' },
      [
        { team: true, admin: false },
        { team: false, admin: true },
      ],
    ],
  ])('returns to the console the rights of a key and the APIs of each port %s', async (_, settings, servedByPort) => {
    const gateway = await startGateway({ HOST: '127.0.0.1', ...settings });
    try {
      const bases = [gateway.address, `http://127.0.0.1:${gateway.application.get(AdminPort).listensOn}`];
      for (const [index, serves] of servedByPort.entries()) {
        const read = async (headers: Record<string, string>) => {
          const answer = await fetch(`${bases[index]}/console/session`, { headers });
          return { status: answer.status, body: await answer.json() };
        };
        const offered = { success: true, hasSignOn: false, serves };
        for (const rights of [['team'], ['admin'], ['team', 'admin']] satisfies KeyRight[][]) {
          const key = await keyWith(gateway, rights);
          const team = rights.includes('team') ? { id: gateway.teamId, name: expect.any(String) } : null;
          const caller = { team, key: { id: expect.any(String), name: rights.join(' and '), rights } };
          expect(await read({ authorization: `Bearer ${key}` })).toEqual({
            status: 200,
            body: { ...offered, caller, session: null },
          });
        }
        expect(await read({})).toEqual({ status: 200, body: { ...offered, caller: null, session: null } });
        expect(await read({ authorization: 'Bearer wrong' })).toMatchObject({
          status: 401,
          body: { error: 'Unauthorized: Invalid token' },
        });
      }
    } finally {
      await gateway.close();
    }
  });
});
