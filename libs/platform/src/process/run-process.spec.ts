import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { until } from '@orbweaver/testing';
import { ALL_SERVICES, newDir, processHarness, startProcess } from '../../test/process-harness';
import type { SmallProcess } from '../../test/small-process';
import type { ServiceName } from '../service';

const harness = processHarness();

const KEY = 'a-key-for-this-test';

const startAll = (small: Partial<SmallProcess> = {}, environment: Record<string, string> = {}) =>
  startProcess(
    { services: ALL_SERVICES, ...small },
    { DATABASE_URL: harness.postgres.url, BOOTSTRAP_API_KEY: KEY, ...environment },
  );

describe('runProcess', () => {
  it('reports all configuration problems and starts nothing', async () => {
    const wrong = {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      SIZE: 'big',
      KAFKA_SASL_MECHANISM: 'plain',
      DATABASE_URL: 'secret',
      KAFKA_BROKER: 'secret',
    };
    const { status, out, err } = await startProcess({ services: ['frontier'] }, wrong).ended;
    expect({ status, out }).toEqual({ status: 78, out: '' });
    for (const name of ['PORT', 'LOG_LEVEL', 'SIZE', 'KAFKA_SASL_MECHANISM', 'DATABASE_URL', 'KAFKA_BROKERS']) {
      expect(err).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
    }
    expect(err).toContain('  KAFKA_BROKER: unknown; did you mean KAFKA_BROKERS?\n');
    expect(err).not.toContain('secret');
  });

  it.each<[ServiceName, string[]]>([
    ['frontier', ['KAFKA_BROKERS', 'DATABASE_URL']],
    ['renderer', ['KAFKA_BROKERS']],
  ])('rejects the %s alone without %j', async (name, missing) => {
    const { status, err } = await startProcess({ services: [name] }).ended;
    expect(status).toBe(78);
    expect([...err.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1])).toEqual(missing);
  });

  it('reports its address, does not print a configured key, serves health and metrics, and exits on a signal', async () => {
    const running = startAll();
    const address = await running.ready();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(running.output.out).toContain(`ready ${address} undefined`);
    const health = await fetch(`${address}/health/ready`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', checks: { process: { healthy: true }, database: { healthy: true } } },
    ]);
    const metrics = await (await fetch(`${address}/metrics`)).text();
    expect(metrics).toContain('\nprocess_cpu_seconds_total ');
    expect(metrics).toMatch(/\norbweaver_build_info\{version="[\d.]+",node="v[\d.]+"\} 1\n/);
    expect(metrics).toMatch(/\norbweaver_database_connections\{state="idle"\} [1-9]/);

    running.child.kill('SIGTERM');
    const { status, out } = await running.ended;
    expect(status).toBe(0);
    expect([...out.matchAll(/^closed (\w+)/gm)].map((match) => match[1])).toEqual(ALL_SERVICES);
    expect(out).toContain('"event":"stopped"');
    expect(out).not.toContain(KEY);
  });

  it('provides the names of the services of the process to each of them', async () => {
    const running = startAll();
    await running.ready();
    for (const name of ALL_SERVICES) {
      expect(running.output.out).toContain(`created ${name} in a process with ${ALL_SERVICES.join(', ')}\n`);
    }
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
  });

  it('serves health and metrics only on METRICS_PORT until it exits', async () => {
    const running = startAll({ closing: 'hangs' }, { METRICS_PORT: '0', DRAIN_TIMEOUT: '2s' });
    const address = await running.ready();
    const [, operations = ''] = /"metricsAddress":"([^"]+)"/.exec(running.output.out) ?? [];
    expect(operations).not.toBe(address);
    const paths = ['/health/live', '/health/ready', '/metrics'];
    const statuses = (base: string) => Promise.all(paths.map(async (path) => (await fetch(base + path)).status));
    expect(await statuses(address)).toEqual([404, 404, 404]);
    expect(await statuses(operations)).toEqual([200, 200, 200]);
    running.child.kill('SIGTERM');
    await until('the stop', () => running.output.out.includes('"event":"stopping"'));
    expect(await statuses(operations)).toEqual([200, 503, 200]);
    expect(await running.ended).toMatchObject({ status: 0 });
  });

  it('rejects a METRICS_PORT equal to PORT', async () => {
    const { status, err } = await startProcess({ services: ALL_SERVICES }, { PORT: '8090', METRICS_PORT: '8090' })
      .ended;
    expect(status).toBe(78);
    expect(err).toContain('METRICS_PORT: must differ from PORT');
  });

  it('treats two signals in quick succession as one, as npm and a terminal send them', async () => {
    const running = startAll();
    await running.ready();
    running.child.kill('SIGINT');
    await until('the stop', () => running.output.out.includes('"event":"stopping"'));
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ status: 0, out: expect.stringContaining('closed results') });
  });

  it.each(['fails', 'forgets-a-rejection'] as const)(
    'closes the other services when closing one %s, and exits with 1',
    async (closing) => {
      const running = startAll({ closing });
      await running.ready();
      running.child.kill('SIGTERM');
      const { status, out } = await running.ended;
      expect(status).toBe(1);
      expect(out).toMatch(/"message":"gateway cannot be closed"/);
      expect(out).toContain('closed results');
    },
  );

  it('survives a rejection that a service declares harmless', async () => {
    const running = startAll({ closing: 'forgets-a-rejection', survives: true });
    await running.ready();
    running.child.kill('SIGTERM');
    const { status, out } = await running.ended;
    expect(status).toBe(0);
    expect(out).toContain('"event":"rejection-unawaited"');
    expect(out).not.toContain('cannot be closed');
  });

  it("logs Node's warnings, harmless ones only at debug level", async () => {
    const running = startAll({ closing: 'warns' });
    await running.ready();
    running.child.kill('SIGTERM');
    const { out, err } = await running.ended;
    expect(out).toMatch(/"level":"warn".*"message":"Possible EventEmitter memory leak.*"event":"node-warning"/);
    expect(out).not.toContain('Bearer secret');
    expect(out + err).not.toContain('-5 is a negative number');
    expect(err).toBe('');
  });

  it('extends DRAIN_TIMEOUT for work that a service has announced', async () => {
    const running = startAll({ closing: 'finishes-work' }, { DRAIN_TIMEOUT: '100ms' });
    await running.ready();
    running.child.kill('SIGTERM');
    const { status, out } = await running.ended;
    expect(status).toBe(0);
    expect([...out.matchAll(/^closed (\w+)/gm)].map((match) => match[1])).toEqual(ALL_SERVICES);
    expect(out).not.toContain('drain-cut-off');
  });

  it('aborts work after DRAIN_TIMEOUT', async () => {
    const running = startAll({ closing: 'hangs' }, { DRAIN_TIMEOUT: '100ms' });
    await running.ready();
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0, out: expect.stringContaining('"event":"drain-cut-off"') });
  });

  it('reports a port in use and starts nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const dir = newDir();
    const { status, out, err } = await startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir, PORT: String(port) })
      .ended;
    other.close();
    expect(status).toBe(78);
    expect(err).toContain(`PORT: ${port} is in use by another process`);
    expect(out).not.toContain('framework-failed');
    expect(existsSync(path.join(dir, 'postgres/pgdata'))).toBe(false);
  });
});
