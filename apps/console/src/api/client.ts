import createClient, { type Middleware } from 'openapi-fetch';
import type { paths as AdminPaths } from '../generated/admin';
import type { components, paths as TeamPaths } from '../generated/v2';
import { account, endSession } from './session';

export type Schemas = components['schemas'];

/** A response other than 2xx. `message` is the text of the service. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly status: number,
    message: string,
    /** From Retry-After. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const MAX_RETRIES = 2;
/** A longer wait is left to the user. */
const MAX_RETRY_WAIT_MS = 30_000;
const FIRST_RETRY_MS = 1_000;

/** Whether a query is sent again: after a fault of the network or the service, or when the service named a short wait. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  if (!(error instanceof RequestError)) return true;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= MAX_RETRY_WAIT_MS;
  return error.status >= 500;
}

/** For slow operations: as `shouldRetry`, but not after a timeout. */
export const shouldRetryUnlessTimedOut = (failures: number, error: unknown): boolean =>
  !(error instanceof DOMException && error.name === 'TimeoutError') && shouldRetry(failures, error);

export const retryDelayMs = (failures: number, error: unknown): number =>
  (error instanceof RequestError ? error.retryAfterMs : undefined) ?? FIRST_RETRY_MS * 2 ** failures;

/** Undefined without a number of seconds. */
function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? 1000 * Number(seconds) : undefined;
}

/** Time limit of requests that do not wait for pages. */
const TIMEOUT_MS = 30_000;

/** The key, or the header with which the service accepts the cookie of a session. */
export const credentials = (key = account.value?.key): Record<string, string> =>
  key === undefined ? { 'x-orbweaver-console': '1' } : { authorization: `Bearer ${key}` };

/** Ends the session when the service no longer accepts the key. */
export function noteStatus(status: number): void {
  if (status === 401 && account.value !== undefined) endSession('The session has ended. Sign in again.');
}

const middleware: Middleware = {
  onRequest({ request }) {
    if (!request.headers.has('authorization')) {
      for (const [name, value] of Object.entries(credentials())) request.headers.set(name, value);
    }
    return request;
  },
  onResponse({ response }) {
    noteStatus(response.status);
  },
};

const fetchInTime = (request: Request) =>
  fetch(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }));

/** The body of a response that has no generated types. @throws RequestError */
export async function call<T>(path: string, { headers, ...init }: RequestInit = {}): Promise<T> {
  const url = new URL(path, location.origin);
  const response = await fetchInTime(new Request(url, { ...init, headers: { ...credentials(), ...headers } }));
  noteStatus(response.status);
  const body: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (response.ok && body !== undefined) return body as T;
  throw new RequestError(response.status, errorText(body, response.status), readRetryAfter(response));
}

export const api = createClient<TeamPaths & AdminPaths>({ baseUrl: location.origin, fetch: fetchInTime });
api.use(middleware);

/** The data of a response. @throws RequestError */
export async function read<T>(asked: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await asked;
  if (data !== undefined && response.ok) return data;
  throw new RequestError(response.status, errorText(error, response.status), readRetryAfter(response));
}

export function errorText(error: unknown, status: number): string {
  if (typeof error === 'object' && error !== null && 'error' in error) return withDetails(error);
  return `The service answered with status ${status}`;
}

/** The message with the field of each fault. */
function withDetails(error: { error?: unknown; details?: unknown }): string {
  const details = Array.isArray(error.details) ? error.details : [];
  const faults = details
    .map((fault: { path?: unknown[]; message?: string }) => `${(fault.path ?? []).join('.')}: ${fault.message ?? ''}`)
    .slice(0, 10);
  return [String(error.error), ...faults].join('\n');
}

export interface RawAnswer {
  status: number;
  ms: number;
  body: unknown;
}

/** Sends a request as composed in the playground, until the caller aborts it. */
export async function send(path: string, body: unknown, signal: AbortSignal): Promise<RawAnswer> {
  const startedAt = performance.now();
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method: 'POST',
    signal,
    headers: { ...credentials(), ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  noteStatus(response.status);
  const json: unknown = await response.json().catch(() => undefined);
  return { status: response.status, ms: performance.now() - startedAt, body: json };
}
