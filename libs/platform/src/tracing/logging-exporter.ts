import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { runOutsideWork } from '@orbweaver/messaging';
import type { Logger } from 'pino';

const TELL_INTERVAL_MS = 60_000;

/** Logs rejected spans at most once per minute. Rejected spans are lost. */
export class LoggingExporter implements SpanExporter {
  private toldAtMs = Number.NEGATIVE_INFINITY;
  private lost = 0;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], onResult: (result: ExportResult) => void): void {
    // The span that filled the batch must not be the parent.
    runOutsideWork(() =>
      this.exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) this.tell(spans.length, result.error);
        onResult({ code: ExportResultCode.SUCCESS });
      }),
    );
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private tell(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (performance.now() - this.toldAtMs < TELL_INTERVAL_MS) return;
    this.toldAtMs = performance.now();
    const reason = error === undefined ? 'unknown' : [error.message, codeOf(error)].filter(Boolean).join(' ');
    this.logger.warn({ spans: this.lost, reason, variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' }, 'spans-not-exported');
    this.lost = 0;
  }
}

const codeOf = (error: Error): string => ('code' in error ? `(${error.code})` : '');
