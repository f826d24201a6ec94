import type { MessageTracing } from '@orbweaver/messaging';

/** What a span says beside its name and times. Never page content, headers or keys. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  /** `server`: it answers a caller. `client`: it asks another service. */
  kind?: 'internal' | 'server' | 'client';
  /** An address stands under `url.full` or `server.address`: it is left out for a page with zeroDataRetention. */
  attributes?: SpanAttributes;
  /** The headers of the caller, whose trace goes on here. */
  caller?: { traceparent?: string | undefined; tracestate?: string | undefined };
}

/** A span under way. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** @param type a word for what went wrong */
  fail(type: string): void;
}

/** Shows where the time goes. */
export interface Tracing {
  /**
   * Runs work in a span: a part of the span that it was called in, or the first of a new trace. `work` is called at
   * once. What it rejects with is passed on, and only the name of the error is told.
   */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

export interface OpenedTracing {
  tracing: Tracing;
  messages: MessageTracing;
  /** Sends what is left, for a bounded time. Never rejects. */
  close(): Promise<void>;
}

const noSpan: OpenSpan = { set: () => undefined, rename: () => undefined, fail: () => undefined };

/** Where no collector is configured. */
export const noTracing: Tracing = { span: (_name, _options, work) => work(noSpan) };
