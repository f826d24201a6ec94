import type { BucketRequest } from '@orbweaver/object-store';
import type { Database } from '@orbweaver/persistence';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { readVersion } from './read-version';

/**
 * Between two looks at the event loop's delay, which is told with this added. The usual 10 ms wake an idle process a
 * hundred times a second, for half of the processor time that it takes.
 */
const EVENT_LOOP_LOOK_MS = 50;

/** What every process tells of itself: Node's own metrics under their usual names, and what it is a build of. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  const info = new Gauge({
    name: 'orbweaver_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers: [registry],
  });
  info.set({ version: readVersion(), node: process.version }, 1);
}

/** @returns what is to be told each request to the object store */
export function measureObjectStore(registry: Registry): (request: BucketRequest) => void {
  const requests = new Histogram({
    name: 'orbweaver_object_store_request_seconds',
    help: 'Requests to the object store, their repetitions and waits for a turn included, by operation (put, get, list, delete, probe) and outcome: ok, missing or failed',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  return ({ operation, outcome, seconds }) => requests.observe({ operation, outcome }, seconds);
}

export function measureConnections(registry: Registry, database: Database): void {
  new Gauge({
    name: 'orbweaver_database_connections',
    help: 'Database connections of the process, by state: in_use or idle',
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
    help: 'Statements that wait for a connection: with DATABASE_POOL_SIZE in use, more of them are slow',
    registers: [registry],
    collect() {
      this.set(database.connections().waiting);
    },
  });
}
