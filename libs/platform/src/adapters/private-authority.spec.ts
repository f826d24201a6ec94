import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import {
  listenOnFreshPort,
  makeAuthority,
  startObjectStore,
  startTraceCollector,
  temporaryFolders,
} from '@orbweaver/testing';
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

/** Libraries that import modules dynamically do not run in the realm of a test. @returns the output */
async function runOutside(script: string, settings: Record<string, string | undefined>): Promise<string> {
  const program = `
    const { loadConfigs } = require('../config/config.ts');
    const { platformConfig } = require('../config/platform.config.ts');
    const { platform: config } = loadConfigs({ platform: platformConfig }, process.env);
    const logger = require('pino').pino();
    ${script}`;
  const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');
  const env = { ...process.env, ...settings } as NodeJS.ProcessEnv;
  const given = ['-r', hook, '-e', program];
  return (await promisify(execFile)(process.execPath, given, { cwd: __dirname, env })).stdout;
}

const EXPORT_SPAN = `
  const { openTracing } = require('../tracing/open-tracing.ts');
  openTracing(config, [{ name: 'results' }], logger).then(async (traces) => {
    await traces.tracing.span('work', {}, async () => undefined);
    await traces.close();
  });`;

const OPEN_CONTENTS = `
  const { openContentsOfCommand } = require('./open-contents.ts');
  openContentsOfCommand(config).then(async ({ contents, close }) => {
    const ids = { jobId: '019aca00-0000-7000-8000-000000000000', pageId: '019aca00-0000-4000-8000-000000000000' };
    const [placed] = await contents.place([{ ...ids, content: require('node:crypto').randomBytes(20_000) }]);
    console.log(placed.objectHash === null ? 'in a row' : 'in the store');
    close();
  });`;

it.each(CASES)('exports traces with %s only if it is valid', async (_, name, EXTRA_CA_CERTS, refusal) => {
  const collector = await startTraceCollector();
  opened.push(() => collector.close());
  const OTEL_EXPORTER_OTLP_ENDPOINT = await behindTls(collector.url, name);
  const log = await runOutside(EXPORT_SPAN, { OTEL_EXPORTER_OTLP_ENDPOINT, EXTRA_CA_CERTS });
  expect(collector.spans.map((span) => span.name)).toEqual(refusal === undefined ? ['work'] : []);
  expect(log).toMatch(refusal ?? /^$/);
});

it('gets credentials of a role by a web identity, over TLS with an additional authority', async () => {
  const store = await startObjectStore();
  opened.push(() => store.close());
  const { username: id, password: secret } = new URL(store.url);
  const asked: URLSearchParams[] = [];
  const tokens = createServer(ours.issue('127.0.0.1'), async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(new URLSearchParams(body));
    response.end(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${id}</AccessKeyId>
      <SecretAccessKey>${secret}</SecretAccessKey><SessionToken>session</SessionToken>
      <Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>`);
  });
  const port = await listenOnFreshPort(tokens);
  opened.push(() => new Promise((resolve) => tokens.close(resolve)));
  const folders = temporaryFolders('web-identity');
  opened.push(async () => folders.remove());
  const file = path.join(folders.make(), 'token');
  writeFileSync(file, 'the-token');
  const log = await runOutside(OPEN_CONTENTS, {
    OBJECT_STORE_URL: (await behindTls(store.url, '127.0.0.1')).replace(/\/\/.*@/, '//'),
    EXTRA_CA_CERTS: ours.cert,
    AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/orbweaver',
    AWS_WEB_IDENTITY_TOKEN_FILE: file,
    AWS_ENDPOINT_URL_STS: `https://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
  });
  expect(log).toBe('in the store\n');
  expect(asked.map((form) => [form.get('RoleArn'), form.get('WebIdentityToken')])).toEqual([
    ['arn:aws:iam::123456789012:role/orbweaver', 'the-token'],
  ]);
  expect(await store.keys()).toHaveLength(1);
});
