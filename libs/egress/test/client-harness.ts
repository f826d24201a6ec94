import { createEgressGuard } from '../src/address/egress-guard';
import { createHttpClient } from '../src/http/http-client';
import type { HttpRequest, HttpResponse, HttpResult } from '../src/http/http-exchange';
import type { HostAddress } from '../src/names/hosts-file';
import { type LocalServer, serveHttp, serveHttp2, serveHttps, serveRaw } from './local-server';

export const loopback: HostAddress = { address: '127.0.0.1', family: 4 };

/** All `.test` names resolve to 127.0.0.1, `private.test` to a blocked address. */
export const testNames = async (name: string): Promise<HostAddress[]> => {
  if (!name.endsWith('.test')) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return name === 'private.test' ? [{ address: '10.0.0.1', family: 4 }] : [loopback];
};

export type ClientHarness = ReturnType<typeof startClientHarness>;

export function startClientHarness(allow = '127.0.0.1') {
  const servers: LocalServer[] = [];
  const client = createHttpClient({
    guard: createEgressGuard({ allow, resolver: testNames }),
    userAgent: 'Orbweaver/test',
  });
  const keep = (server: LocalServer): LocalServer => {
    servers.push(server);
    return server;
  };
  return {
    client,
    fetch: client.fetch.bind(client),
    async page(request: HttpRequest): Promise<HttpResponse> {
      const result = await client.fetch(request);
      if (result.kind === 'failed') throw new Error(`${result.failure.reason}: ${result.failure.message}`);
      return result;
    },
    site: async (listener: Parameters<typeof serveHttp>[0]) => keep(await serveHttp(listener)),
    secureSite: async (listener: Parameters<typeof serveHttps>[0]) => keep(await serveHttps(listener)),
    http2Site: async (listener: Parameters<typeof serveHttp2>[0]) => keep(await serveHttp2(listener)),
    raw: async (onConnection: Parameters<typeof serveRaw>[0]) => keep(await serveRaw(onConnection)),
    async close(): Promise<void> {
      await client.close();
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}

export function expectFailure(result: HttpResult, reason: string, netCode: string): void {
  expect(result).toMatchObject({ kind: 'failed', failure: { reason } });
  expect(result).toMatchObject({ failure: { message: expect.stringMatching(new RegExp(`${netCode}$`)) } });
}
