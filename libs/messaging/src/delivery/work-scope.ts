import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log and traces name work by. */
export interface WorkIds {
  requestId?: string;
  teamId?: string;
  jobId?: string;
  pageId?: string;
}

/** Where work stands in a trace, in the words of W3C Trace Context. */
interface WorkTrace {
  /** The span that the work is a part of. Absent: its first span begins a trace. */
  traceparent?: string;
  tracestate?: string;
  /** The `traceparent` of the request that the job came with. A trace that begins here is linked to it. */
  jobTraceparent?: string;
  /** What the page has waited for before the trace could begin, in order. Milliseconds since 1970. */
  waits?: readonly { name: string; fromMs: number; toMs: number }[];
}

/** What work is about. Whatever it calls, and what it leaves behind to run later, is in its scope. */
export interface WorkScope {
  /** About a page with zeroDataRetention: the log redacts errors, and neither it nor a trace names a place. */
  isEphemeral: boolean;
  /** Grows as more is known. */
  ids: WorkIds;
  trace?: WorkTrace;
}

const scopes = new AsyncLocalStorage<WorkScope | undefined>();

/** Runs work in a scope of its own, whatever called it. */
export function runWork<T>(scope: WorkScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Runs work that many pages share and one of them happens to begin: a queue, a batch, a browser. */
export function leaveWork<T>(work: () => T): T {
  return scopes.run(undefined, work);
}

/** Runs a part of work that is about a page with zeroDataRetention. */
export function runEphemeral<T>(work: () => T): T {
  return scopes.run({ ids: {}, ...scopes.getStore(), isEphemeral: true }, work);
}

/** The work turns out to be about a page with zeroDataRetention; nothing outside of a scope. */
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

/** Adds what has become known of the work; nothing outside of a scope. */
export function noteIds(ids: WorkIds): void {
  const scope = scopes.getStore();
  if (scope !== undefined) Object.assign(scope.ids, ids);
}
