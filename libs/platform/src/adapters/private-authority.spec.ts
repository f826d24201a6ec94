import { execFile } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { listenOnFreshPort, makeAuthority, startObjectStore, startTraceCollector } from '@orbweaver/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { loadConfigs } from '../config/config';
import { platformConfig } from '../config/platform.config';
import { HealthChecks } from '../health/health';
import type { Service } from '../service';
import { openContents } from './open-contents';

const ours = makeAuthority('Ours');
const theirs = makeAuthority('Theirs');
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Forwards TLS connections to a server, with a certificate for `name`. @returns the URL with https */
async function behindTls(url: string, name: string): Promise<string> {
  const target = new URL(url);
  const server = tls.createServer(ours.issue(name), (secure) => {
    const plain = net.connect(Number(target.port), target.hostname);
    secure.pipe(plain).pipe(secure);
    for (const [socket, peer] of [[secure, plain] as const, [plain, secure] as const]) {
      socket.on('error', () => undefined);
      socket.on('close', () => peer.destroy());
    }
  });
  const port = await listenOnFreshPort(server);
  opened.push(() => new Promise((resolve) => server.close(resolve)));
  return url.replace(/^http:/, 'https:').replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
}

const CASES: [string, string, string | undefined, RegExp | undefined][] = [
  ['a certificate of an additional authority', '127.0.0.1', ours.cert, undefined],
  ['a certificate of an unknown authority', '127.0.0.1', theirs.cert, /unable to verify the first certificate/],
  ['a certificate for another host name', 'other.example', ours.cert, /IP: 127\.0\.0\.1 is not in the cert's list/],
];

function start(settings: Record<string, string | undefined>) {
  const lines: string[] = [];
  const logger = pino({ messageKey: 'event' }, { write: (line) => void lines.push(line) });
  return { lines, logger, config: loadConfigs({ platform: platformConfig }, settings).platform };
}

it.each(CASES)('reaches the object store with %s only if it is valid', async (_, name, EXTRA_CA_CERTS, refusal) => {
  const store = await startObjectStore();
  opened.push(() => store.close());
  const { lines, logger, config } = start({ OBJECT_STORE_URL: await behindTls(store.url, name), EXTRA_CA_CERTS });
  const parts = { logger, metrics: new Registry(), health: new HealthChecks() };
  await openContents([{ contents: 'writes' } as Service], config, parts, opened);
  expect((await store.keys()).length).toBe(refusal === undefined ? 1 : 0);
  expect(lines.join()).toMatch(refusal ?? /^$/);
});

/** The exporter imports `https` dynamically, which a test's realm does not support. */
async function exportSpan(settings: Record<string, string | undefined>): Promise<string> {
  const script = `
    const { openTracing } = require('../tracing/open-tracing.ts');
    const { loadConfigs } = require('../config/config.ts');
    const { platformConfig } = require('../config/platform.config.ts');
    const { platform } = loadConfigs({ platform: platformConfig }, process.env);
    openTracing(platform, [{ name: 'results' }], require('pino').pino()).then(async (traces) => {
      await traces.tracing.span('work', {}, async () => undefined);
      await traces.close();
    });`;
  const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');
  const env = { ...process.env, ...settings } as NodeJS.ProcessEnv;
  const given = ['-r', hook, '-e', script];
  return (await promisify(execFile)(process.execPath, given, { cwd: __dirname, env })).stdout;
}

it.each(CASES)('exports traces with %s only if it is valid', async (_, name, EXTRA_CA_CERTS, refusal) => {
  const collector = await startTraceCollector();
  opened.push(() => collector.close());
  const OTEL_EXPORTER_OTLP_ENDPOINT = await behindTls(collector.url, name);
  const log = await exportSpan({ OTEL_EXPORTER_OTLP_ENDPOINT, EXTRA_CA_CERTS });
  expect(collector.spans.map((span) => span.name)).toEqual(refusal === undefined ? ['work'] : []);
  expect(log).toMatch(refusal ?? /^$/);
});
