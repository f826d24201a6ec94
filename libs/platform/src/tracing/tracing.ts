import type { MessageTracing } from '@orbweaver/messaging';

/** Span attributes. Never page content, headers or keys. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  /** `server`: handles a caller's request. `client`: calls another service. */
  kind?: 'internal' | 'server' | 'client';
  /** `url.full` and `server.address` are omitted for pages with zeroDataRetention. */
  attributes?: SpanAttributes;
  /** Headers of the caller, whose trace is continued. */
  caller?: { traceparent?: string | undefined; tracestate?: string | undefined };
}

export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  fail(type: string): void;
}

export interface Tracing {
  /**
   * Runs `work` in a span of the current trace, or of a new one. Calls it immediately and passes on its rejection. The
   * span records only the error's name.
   */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

export interface OpenedTracing {
  tracing: Tracing;
  messages: MessageTracing;
  /** Flushes spans with a time limit. Never rejects. */
  close(): Promise<void>;
}

const noSpan: OpenSpan = { set: () => undefined, rename: () => undefined, fail: () => undefined };

export const noTracing: Tracing = { span: (_name, _options, work) => work(noSpan) };
