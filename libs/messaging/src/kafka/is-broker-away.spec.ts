import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { Kafka, KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError, logLevel } from 'kafkajs';
import { isBrokerAway, isRetriable } from './is-broker-away';

async function failToConnect(broker: string, ssl: boolean): Promise<unknown> {
  const kafka = new Kafka({
    brokers: [broker],
    ssl,
    connectionTimeout: 500,
    retry: { retries: 1, initialRetryTime: 10 },
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  const error = await admin.connect().catch((reason: unknown) => reason);
  await admin.disconnect();
  return error;
}

describe('isBrokerAway', () => {
  const cases: [title: string, answer: ((socket: Socket) => void) | undefined, ssl: boolean, isAway: boolean][] = [
    ['no listener', undefined, false, true],
    ['TLS is never answered', () => undefined, true, true],
    ['a server without TLS answers', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), true, false],
  ];
  it.each(cases)('returns true if %s', async (_, answer, ssl, isAway) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      answer?.(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (answer === undefined) await new Promise((resolve) => server.close(resolve));
    expect(isBrokerAway(await failToConnect(`127.0.0.1:${port}`, ssl))).toBe(isAway);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it.each([
    ['getaddrinfo ENOTFOUND kafka', 'ENOTFOUND', true],
    ['read ECONNRESET', 'ECONNRESET', true],
    ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', false],
    ['certificate has expired', 'CERT_HAS_EXPIRED', false],
    ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', false],
  ])('returns true for %s', (message, code, isAway) => {
    const found = new KafkaJSConnectionError(`Connection error: ${message}`, { broker: 'kafka:9092', code } as object);
    const wrapped = new KafkaJSNumberOfRetriesExceeded(found, { retryCount: 5, retryTime: 5_000 });
    expect([isBrokerAway(found), isBrokerAway(wrapped)]).toEqual([isAway, isAway]);
  });
});

it.each([
  ['NOT_LEADER_FOR_PARTITION', true],
  ['TOPIC_AUTHORIZATION_FAILED', false],
])('decides whether %s is retriable, wrapped or not', (type, isExpected) => {
  const said = new KafkaJSProtocolError(
    Object.assign(new Error(type), { type, code: 0, retriable: isExpected }) as never,
  );
  const wrapped = new KafkaJSNumberOfRetriesExceeded(said, { retryCount: 5, retryTime: 1000 });
  expect([isRetriable(said), isRetriable(wrapped)]).toEqual([isExpected, isExpected]);
});
