import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { PoisonedInputError } from '@orbweaver/core';
import { listenOnFreshPort, makeAuthority, until } from '@orbweaver/testing';
import { listen } from '../../test/listen';
import { renderPage } from '../../test/messages';
import { readConsumerGroups } from './consumer-groups';
import { createTopics } from './create-topics';
import { readDeadLetters } from './dead-letters';
import { groupOf, type KafkaAccess } from './kafka-options';
import { createKafkaTransport } from './kafka-transport';
import { createTokenSource } from './token-source';

const run = promisify(execFile);
const script = path.resolve(__dirname, '../../../tooling/kafka/kafka.mjs');
const USER = 'orbweaver';
const PASSWORD = 'the-password';
const CLIENT_SECRET = 'the-client-secret';

const authority = makeAuthority('Ours');
const other = makeAuthority('Theirs');

let dir: string;
let listeners: Record<'tls' | 'mutual' | 'sasl', string>;
let endpoint: Server;
let tokenUrl: string;
let lifetimeS = 300;
let issued = 0;
let isEndpointAway = false;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'orbweaver-kafka-tls-'));
  const { cert, key } = authority.issue('localhost');
  const files = { 'ca.crt': authority.cert, 'tls.crt': cert, 'tls.key': key };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, name), text);
  await run(process.execPath, [script, 'start', '--dir', dir, '--tls', dir, '--users', `${USER}:${PASSWORD}`]);
  listeners = JSON.parse(await readFile(path.join(dir, 'running.json'), 'utf8')).tls;
  endpoint = createServer(({ headers }, response) => {
    if (isEndpointAway) return response.writeHead(503).end();
    const [, secret] = Buffer.from(headers.authorization!.split(' ')[1]!, 'base64').toString().split(':');
    if (secret !== CLIENT_SECRET) return response.writeHead(401).end(JSON.stringify({ error: 'invalid_client' }));
    issued += 1;
    return response.end(JSON.stringify({ access_token: unsecuredToken(lifetimeS), expires_in: lifetimeS }));
  });
  tokenUrl = `http://127.0.0.1:${await listenOnFreshPort(endpoint)}/token`;
}, 240_000);

afterAll(async () => {
  await run(process.execPath, [script, 'stop', '--dir', dir]);
  endpoint.closeAllConnections();
  await new Promise((resolve) => endpoint.close(resolve));
  await rm(dir, { recursive: true, force: true });
});

/** Kafka's default validator accepts tokens without a signature. */
function unsecuredToken(seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: USER, iat: now, exp: now + seconds })}.`;
}

const trusting = (ca: string, client: { cert?: string; key?: string } = {}) => ({
  secureContext: createSecureContext({ ca, ...client }),
});

const accessTo = (listener: keyof typeof listeners, more: Partial<KafkaAccess> = {}): KafkaAccess => ({
  brokers: [listeners[listener]],
  clientId: 'orbweaver',
  ssl: trusting(authority.cert),
  prefix: `${randomUUID()}.`,
  ...more,
});

const withPassword = (mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512', password = PASSWORD) =>
  accessTo('sasl', { sasl: { mechanism, username: USER, password } });

const withToken = (clientSecret = CLIENT_SECRET) =>
  accessTo('sasl', {
    sasl: {
      mechanism: 'oauthbearer',
      oauthBearerProvider: createTokenSource({ tokenUrl, clientId: USER, clientSecret, fetch }),
    },
  });

const withCertificate = (from = authority) =>
  accessTo('mutual', { ssl: trusting(authority.cert, from.issue('orbweaver')) });

it.each<[string, () => KafkaAccess]>([
  ['TLS with a private authority', () => accessTo('tls')],
  ['a client certificate', () => withCertificate()],
  ['PLAIN', () => withPassword('plain')],
  ['SCRAM-SHA-256', () => withPassword('scram-sha-256')],
  ['SCRAM-SHA-512', () => withPassword('scram-sha-512')],
  ['OAUTHBEARER', () => withToken()],
])('creates topics, passes messages and reads groups and dead letters by %s', async (_, accessOf) => {
  const access = accessOf();
  await createTopics({ ...access, only: ['renderInteractive', 'deadLetters', 'rendererDeadLetters'] });
  const transport = createKafkaTransport(access);
  const [page, broken] = [renderPage(), renderPage()];
  const handled: string[] = [];
  const consumer = await listen(
    transport,
    { service: 'renderer', audience: 'shared' },
    {
      renderInteractive: ({ pageId }) => {
        if (pageId === broken.pageId) throw new PoisonedInputError('broken');
        handled.push(pageId);
      },
    },
  );
  for (const one of [broken, page]) await transport.publisher.publish('renderInteractive', one.pageId, one);
  await until('the message', () => handled.includes(page.pageId));
  const letters: (string | null)[] = [];
  await until('the dead letter', async () => {
    await readDeadLetters(access, ({ letter: { key } }) => void letters.push(key));
    return letters.includes(broken.pageId);
  });
  expect((await readConsumerGroups(access)).map(({ group }) => group)).toContain(access.prefix + groupOf('renderer'));
  await consumer.close();
  await transport.close();
});

it('passes messages after the token of a connection has expired', async () => {
  lifetimeS = 13;
  issued = 0;
  const access = withToken();
  await createTopics({ ...access, only: ['renderInteractive'] });
  const transport = createKafkaTransport(access);
  const expiredAtMs = Date.now() + lifetimeS * 1_000 + 2_000;
  await until(
    'a publish after the end of the first session',
    async () => {
      const page = renderPage();
      await transport.publisher.publish('renderInteractive', page.pageId, page);
      return Date.now() > expiredAtMs;
    },
    40_000,
  );
  expect(issued).toBeGreaterThan(1);
  await transport.close();
  lifetimeS = 300;
});

it('waits for the token endpoint as for the brokers', async () => {
  const access = withToken();
  await createTopics({ ...withToken(), prefix: access.prefix!, only: ['renderInteractive'] });
  isEndpointAway = true;
  const events: string[] = [];
  const log = (_: string, event: string, fields: { reason?: string }) => void events.push(`${event}: ${fields.reason}`);
  const transport = createKafkaTransport({ ...access, log });
  const page = renderPage();
  const handled: string[] = [];
  const listening = listen(
    transport,
    { service: 'renderer', audience: 'shared' },
    { renderInteractive: ({ pageId }) => void handled.push(pageId) },
  );
  await until('the report', () => events.some((event) => /^waiting-for-kafka: No token from .*status 503/.test(event)));
  isEndpointAway = false;
  const consumer = await listening;
  await transport.publisher.publish('renderInteractive', page.pageId, page);
  await until('the message', () => handled.includes(page.pageId));
  await consumer.close();
  await transport.close();
});

it.each<[string, () => KafkaAccess, RegExp]>([
  [
    'a broker of an unknown authority',
    () => accessTo('tls', { ssl: trusting(other.cert) }),
    /unable to (?:verify|get)|self-signed certificate/,
  ],
  [
    'a broker with a certificate for another host name',
    () => accessTo('tls', { brokers: [listeners.tls.replace('localhost', '127.0.0.1')] }),
    /IP: 127\.0\.0\.1 is not in the cert's list/,
  ],
  [
    'a client without a certificate',
    () => accessTo('mutual'),
    /certificate.required|bad certificate|Closed connection/i,
  ],
  ['a client certificate of another authority', () => withCertificate(other), /alert|Closed connection/i],
  ['a wrong password', () => withPassword('plain', 'wrong'), /SASL PLAIN authentication failed/],
  [
    'a client without a token',
    () => withToken('wrong'),
    /No token from 127\.0\.0\.1:\d+: status 401 \(invalid_client\)/,
  ],
  ['a wrong SCRAM password', () => withPassword('scram-sha-512', 'wrong'), /SASL SCRAM SHA512 authentication failed/],
])('rejects %s and logs no secret', async (_, accessOf, text) => {
  const lines: string[] = [];
  const log = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  const failure = await createTopics({ ...accessOf(), log, only: ['renderInteractive'] }).catch((error) => error);
  expect(String(failure)).toMatch(text);
  expect(lines.join('\n')).not.toMatch(/the-password|the-client-secret|BEGIN|eyJ/);
});
