import { AsyncLocalStorage } from 'node:async_hooks';

export interface WorkIds {
  requestId?: string;
  teamId?: string;
  jobId?: string;
  pageId?: string;
}

interface WorkTrace {
  /** The parent span. Absent: the first span starts a trace. */
  traceparent?: string;
  tracestate?: string;
  /** The `traceparent` of the job's request, to which a new trace is linked. */
  jobTraceparent?: string;
  /** Waiting times of the page before the trace started, in order. Milliseconds since 1970. */
  waits?: readonly { name: string; fromMs: number; toMs: number }[];
}

/** The subject of asynchronous work, inherited by everything it calls or schedules. */
export interface WorkScope {
  /** Pages with zeroDataRetention: logs redact errors, and neither logs nor traces contain addresses. */
  isEphemeral: boolean;
  ids: WorkIds;
  trace?: WorkTrace;
}

const scopes = new AsyncLocalStorage<WorkScope | undefined>();

export function runWork<T>(scope: WorkScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs shared work (queue, batch, browser) outside the scope of the page that happens to start it. */
export function runOutsideWork<T>(work: () => T): T {
  return scopes.run(undefined, work);
}

export function runEphemeral<T>(work: () => T): T {
  return scopes.run({ ids: {}, ...scopes.getStore(), isEphemeral: true }, work);
}

export function noteEphemeral(): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.isEphemeral = true;
}

export function currentWork(): WorkScope | undefined {
  return scopes.getStore();
}

export function isEphemeral(): boolean {
  return scopes.getStore()?.isEphemeral === true;
}

export function noteIds(ids: WorkIds): void {
  const scope = scopes.getStore();
  if (scope !== undefined) Object.assign(scope.ids, ids);
}
