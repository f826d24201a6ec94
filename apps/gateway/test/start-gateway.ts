import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Global, type INestApplication, Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type BrokerOperations,
  createMemoryTransport,
  currentWork,
  type Publisher,
  type WorkIds,
} from '@orbweaver/messaging';
import { ContentCipher, type ContentStore, RowContents } from '@orbweaver/object-store';
import { type Database, ensureApiKey, ensureTeam, generateApiKey } from '@orbweaver/persistence';
import {
  BROKER,
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  EventLog,
  HEALTH,
  HealthChecks,
  LOG,
  lineFormat,
  loadConfigs,
  METRICS,
  noTracing,
  PUBLISHER,
  SERVICES,
  type ServiceName,
  STOPPING,
  Stopping,
  TRACING,
} from '@orbweaver/platform';
import { type PublishedMessage, RecordingPublisher, startTestDatabase } from '@orbweaver/testing';
import { Registry } from 'prom-client';
import { gatewayConfig } from '../src/gateway.config';
import { GatewayModule } from '../src/gateway.module';

const actor = { apiKeyId: null, name: 'test', requestId: null };

export interface TestGateway {
  /** Without a trailing slash. */
  address: string;
  application: INestApplication;
  database: Database;
  metrics: Registry;
  /** Messages published by the gateway, in order. */
  published: PublishedMessage[];
  /** Publishes messages of other services. */
  publisher: Publisher;
  /** Called before a message is recorded; throws to make publishing fail. */
  onPublish: (message: PublishedMessage) => void;
  /** Log events with the ids of their work. */
  lines: { event: string; fields: object; ids: WorkIds | undefined }[];
  /** Names of logged warnings and errors. */
  logged: string[];
  /** Stacks of logged errors. */
  loggedErrors: string[];
  teamId: string;
  key: string;
  call(path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  method?: string;
  body?: unknown;
  /** null: without a key. */
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read into answers of every shape
  body: any;
}

/**
 * A gateway with real HTTP, a real database and the in-process transport. Tests act as frontier, renderer and results.
 * @param openOwn opens separate database connections for the gateway; by default it shares those of the test
 */
export async function startGateway(
  environment: Record<string, string> = {},
  contents: ContentStore = new RowContents(),
  openOwn: (url: string) => Promise<Database | undefined> = async () => undefined,
  { broker, services = ['gateway'] }: { broker?: BrokerOperations; services?: readonly ServiceName[] } = {},
): Promise<TestGateway> {
  const { database, url: databaseUrl, close: dropDatabase } = await startTestDatabase();
  const own = await openOwn(databaseUrl);
  const { config } = loadConfigs({ config: gatewayConfig }, environment);
  const key = generateApiKey();
  const { id: teamId } = await ensureTeam(database, 'team');
  await ensureApiKey(database, { key, team: 'team', name: 'test', actor });
  const transport = createMemoryTransport();
  const metrics = new Registry();
  const recording = new RecordingPublisher();
  const logged: string[] = [];
  const loggedErrors: string[] = [];
  const lines: TestGateway['lines'] = [];
  const note = (written: Record<string, unknown>, event: string) => {
    const fields = lineFormat.formatters.log(written);
    lines.push({ event, fields, ids: currentWork()?.ids });
    return fields;
  };
  const record = (written: Record<string, unknown>, event: string) => {
    const fields = note(written, event);
    logged.push(event);
    if ('err' in fields && fields.err instanceof Error) loggedErrors.push(fields.err.stack ?? String(fields.err));
  };

  const gateway = {
    database,
    metrics,
    published: recording.messages,
    publisher: transport.publisher,
    onPublish: () => undefined,
    lines,
    logged,
    loggedErrors,
    teamId,
    key,
  } as unknown as TestGateway;
  recording.onPublish = (message) => gateway.onPublish(message);
  const stopping = new Stopping();
  const providers: Provider[] = [
    { provide: CONFIG, useValue: config },
    { provide: DATABASE, useValue: own ?? database },
    { provide: CONTENTS, useValue: contents },
    { provide: CIPHER, useValue: new ContentCipher() },
    { provide: PUBLISHER, useValue: recording },
    { provide: BROKER, useFactory: () => broker },
    { provide: SERVICES, useValue: services },
    {
      provide: LOG,
      useValue: new EventLog({ debug: note, info: note, warn: record, error: record } as never),
    },
    { provide: CLOCK, useValue: () => new Date() },
    { provide: METRICS, useValue: metrics },
    { provide: HEALTH, useValue: new HealthChecks() },
    { provide: STOPPING, useValue: stopping },
    { provide: TRACING, useValue: noTracing },
  ];

  @Global()
  @Module({ providers, exports: providers, imports: [GatewayModule.register()] })
  class TestModule {}

  const application = await NestFactory.create(TestModule, { logger: false, bodyParser: false, abortOnError: false });
  application.connectMicroservice(
    { strategy: transport.consumer({ service: 'gateway', audience: 'each' }) },
    { inheritAppConfig: true },
  );
  await application.startAllMicroservices();
  await application.listen(0, '127.0.0.1');
  gateway.application = application;
  gateway.address = `http://127.0.0.1:${(application.getHttpServer().address() as AddressInfo).port}`;
  gateway.call = (path, options) => call(gateway, path, options);
  gateway.close = async () => {
    stopping.begin();
    await application.close();
    await transport.close();
    await own?.$disconnect();
    await dropDatabase();
  };
  return gateway;
}

async function call(gateway: TestGateway, path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = options.body === undefined ? 'GET' : 'POST', key = gateway.key, signal } = options;
  const response = await fetch(`${gateway.address}${path}`, {
    method,
    signal,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}

export async function insertTeam(database: Database): Promise<{ teamId: string; key: string }> {
  const key = generateApiKey();
  const team = `team-${randomUUID()}`;
  await ensureApiKey(database, { key, team, name: 'test', actor });
  return { teamId: (await ensureTeam(database, team)).id, key };
}
