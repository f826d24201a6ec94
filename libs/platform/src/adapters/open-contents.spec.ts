import { ContentMissingError } from '@orbweaver/object-store';
import { newJobId } from '@orbweaver/persistence';
import { type ObjectStoreServer, startObjectStore } from '@orbweaver/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { platformConfig } from '../config/platform.config';
import { HealthChecks } from '../health/health';
import type { Service } from '../service';
import { openContents } from './open-contents';

const opened: (() => Promise<unknown>)[] = [];
let server: ObjectStoreServer;
beforeAll(async () => {
  server = await startObjectStore();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function open(contents: Service['contents'], settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const health = new HealthChecks();
  const logger = pino({ messageKey: 'event' }, { write: (line) => void lines.push(line) });
  const config = platformConfig.parse({ OBJECT_STORE_URL: server.url, ...settings });
  const store = await openContents(
    [{ contents } as Service],
    config,
    { logger, metrics: new Registry(), health },
    opened,
  );
  return { store, health, lines };
}

const newContent = () => ({ jobId: newJobId(), pageId: newJobId(), content: Buffer.alloc(10_000) });

describe('openContents', () => {
  it('opens no store for a service without access to contents', async () => {
    expect((await open(undefined)).store).toBeUndefined();
  });

  it('keeps contents in rows without OBJECT_STORE_URL', async () => {
    const { store, health } = await open('writes', { OBJECT_STORE_URL: undefined! });
    expect(await store!.place([newContent()])).toMatchObject([{ objectHash: null }]);
    expect(health.ready()).toEqual({});
  });

  it('prefers the key variables to the key in the URL', async () => {
    const { username: OBJECT_STORE_ACCESS_KEY_ID, password: OBJECT_STORE_SECRET_ACCESS_KEY } = new URL(server.url);
    const address = server.url.replace(/\/\/.*@/, '//another:key@');
    const settings = { OBJECT_STORE_URL: address, OBJECT_STORE_ACCESS_KEY_ID, OBJECT_STORE_SECRET_ACCESS_KEY };
    const { store, health } = await open('writes', settings);
    expect(await store!.place([newContent()])).toMatchObject([{ content: null }]);
    expect(health.ready()).toEqual({ 'object-store': { healthy: true } });
  });

  it('rejects a missing bucket at start-up', async () => {
    const missing = open('reads', { OBJECT_STORE_URL: `${server.url}-2` });
    await expect(missing).rejects.toThrow('OBJECT_STORE_URL: the bucket does not exist; create it');
  });

  it('starts while the store is unavailable; results is not ready, gateways are, and no secret is logged', async () => {
    const OBJECT_STORE_URL = 'http://key:the-secret@127.0.0.1:1/bucket';
    const writer = await open('writes', { OBJECT_STORE_URL });
    expect(writer.health.ready()).toMatchObject({ 'object-store': { healthy: false } });
    expect(writer.lines.join()).toContain('object-store-unavailable');
    expect(writer.lines.join()).not.toContain('the-secret');
    expect((await open('reads', { OBJECT_STORE_URL })).health.ready()).toEqual({});
  });

  it('reads contents by the columns of their rows', async () => {
    const { store } = await open('reads');
    const row = { ...newContent(), content: null, objectHash: Buffer.alloc(32) };
    await expect(store!.read(row)).rejects.toThrow(ContentMissingError);
  });
});
