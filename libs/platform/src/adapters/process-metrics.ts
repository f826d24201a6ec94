import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BucketRequest } from '@orbweaver/object-store';
import type { Database } from '@orbweaver/persistence';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';

export function readVersion(): string {
  const text = readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Sampling interval, included in the reported delay. The usual 10 ms doubles the CPU use of an idle process. */
const EVENT_LOOP_LOOK_MS = 50;

/** Node's default metrics and the build information. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  const info = new Gauge({
    name: 'orbweaver_build_info',
    help: 'Always 1; the labels identify the build.',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  info.set({ version: readVersion(), node: process.version }, 1);
}

/** @returns a callback to be called for each request to the object store */
export function measureObjectStore(registry: Registry): (request: BucketRequest) => void {
  const requests = new Histogram({
    name: 'orbweaver_object_store_request_seconds',
    help: 'Duration of requests to the object store including retries and queueing, by operation (put, get, list, delete, probe) and outcome (ok, missing, failed).',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  return ({ operation, outcome, seconds }) => requests.observe({ operation, outcome }, seconds);
}

export function measureConnections(registry: Registry, database: Database): void {
  new Gauge({
    name: 'orbweaver_database_connections',
    help: 'Database connections of the process, by state (in_use, idle).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle } = database.connections();
      this.set({ state: 'in_use' }, open - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'orbweaver_database_waiting',
    help: 'Statements waiting for a database connection. Above 0 with all DATABASE_POOL_SIZE connections in use, the pool is too small.',
    registers: [registry],
    collect() {
      this.set(database.connections().waiting);
    },
  });
}
