import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { createEgressGuard } from '../src/address/egress-guard';
import type { HostAddress } from '../src/names/hosts-file';
import { type ForwardProxyOptions, startForwardProxy } from '../src/proxy/forward-proxy';
import type { PassOptions, ProxyPass } from '../src/proxy/proxy-pass';
import type { LocalServer } from './local-server';

const names: Record<string, HostAddress[]> = {
  'site.test': [{ address: '127.0.0.1', family: 4 }],
  'private.test': [{ address: '10.0.0.1', family: 4 }],
};
const guard = createEgressGuard({
  allow: '127.0.0.0/8',
  resolver: async (name) => names[name] ?? Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
});

const opened: AsyncDisposable[] = [];

export async function closeOpened(): Promise<void> {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
}

export function closeLater(close: () => Promise<unknown> | unknown): void {
  opened.push({
    [Symbol.asyncDispose]: async () => {
      await close();
    },
  });
}

export interface Started {
  url: string;
  pass: ProxyPass;
  shown: { 'Proxy-Authorization': string };
  another(): Started;
}

export async function startProxy(
  options: Partial<ForwardProxyOptions> = {},
  limits: PassOptions = {},
): Promise<Started> {
  const proxy = await startForwardProxy({ guard, ...options });
  closeLater(() => proxy.close());
  const another = (): Started => {
    const pass = proxy.issuePass(limits);
    const { username, password } = pass.credential;
    return { url: proxy.url, pass, shown: { 'Proxy-Authorization': basic(username, password) }, another };
  };
  return another();
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export async function open(server: Promise<LocalServer>): Promise<LocalServer> {
  opened.push(await server);
  return await server;
}

export async function askProxy(
  { url: proxyUrl, shown }: Pick<Started, 'url'> & { shown?: object },
  url: string,
  options: http.RequestOptions = {},
  body?: string,
) {
  const { port } = new URL(proxyUrl);
  const headers = { ...shown, ...(options.headers as http.OutgoingHttpHeaders) };
  const request = http.request({ host: '127.0.0.1', port, path: url, agent: false, ...options, headers });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer).catch(() => 'broken') };
}

export async function tunnel({ url, shown = {} }: Pick<Started, 'url'> & { shown?: object }, authority: string) {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  const fields = Object.entries(shown)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  closeLater(() => socket.destroy());
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${fields}\r\n`);
  const [head] = await once(socket, 'data');
  return { socket, head: String(head) };
}
