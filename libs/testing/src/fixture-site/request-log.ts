import type { Headers } from './page-answer';

export interface LoggedRequest {
  method: string;
  /** Scheme, address and port. */
  origin: string;
  /** Path and query as requested. */
  path: string;
  headers: Headers;
  /** Milliseconds since 1970. */
  at: number;
  /** When the answer was sent or the connection was closed. */
  endedAt?: number;
}

/** All requests to the fixture site in order of arrival. */
export class RequestLog {
  private entries: LoggedRequest[] = [];

  get requests(): readonly LoggedRequest[] {
    return this.entries;
  }

  add(request: LoggedRequest): void {
    this.entries.push(request);
  }

  /** Number of requests for `url`, ignoring the fragment. */
  count(url: string): number {
    const { origin, pathname, search } = new URL(url);
    return this.entries.filter((entry) => entry.origin === origin && entry.path === pathname + search).length;
  }

  /** Requests to `origin` whose path begins with `prefix`. */
  under(origin: string, prefix = '/'): LoggedRequest[] {
    return this.entries.filter((entry) => entry.origin === origin && entry.path.startsWith(prefix));
  }

  clear(): void {
    this.entries = [];
  }
}
