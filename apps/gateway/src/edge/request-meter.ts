import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { runWork } from '@orbweaver/messaging';
import { CONFIG, type EventLog, LOG, METRICS, type OpenSpan, TRACING, type Tracing } from '@orbweaver/platform';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';

/** Buckets up to the maximum timeout of a scrape. */
const SECONDS = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

export interface MeteredRequest {
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** False for probes and monitoring. */
  isTraced: boolean;
}

export interface RequestEnd {
  /** Route pattern, or `none`. Paths with ids would create one time series per job. */
  route: string;
  /** 0: the caller closed the connection before the response. */
  status: number;
  /** Cause of an error: none, caller, page or service. */
  fault: string;
}

@Injectable()
export class RequestMeter {
  private readonly requests: Counter<'route' | 'method' | 'status' | 'fault'>;
  private readonly seconds: Histogram<'route' | 'method'>;

  constructor(
    @Inject(METRICS) registry: Registry,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'ACCESS_LOG'>,
    @Inject(TRACING) private readonly tracing: Tracing,
  ) {
    this.requests = new Counter({
      name: 'orbweaver_http_requests_total',
      help: 'HTTP requests by route, method, status (0: closed by the caller before the response) and fault (none, caller, page or service)',
      labelNames: ['route', 'method', 'status', 'fault'],
      registers: [registry],
    });
    this.seconds = new Histogram({
      name: 'orbweaver_http_request_seconds',
      help: 'Time from the request head to the end of the response, by route and method',
      labelNames: ['route', 'method'],
      buckets: SECONDS,
      registers: [registry],
    });
  }

  /** @param serve is called immediately and resolves when the response has ended */
  async run({ method, headers, requestId, isTraced }: MeteredRequest, serve: () => Promise<RequestEnd>): Promise<void> {
    const stop = this.seconds.startTimer();
    const measure = async (span?: OpenSpan): Promise<void> => {
      const { route, status, fault } = await serve();
      const labels = { route, method };
      const seconds = stop(labels);
      this.requests.inc({ ...labels, status, fault });
      if (span !== undefined) endSpan(span, labels, status);
      if (!this.config.ACCESS_LOG) return;
      this.log.info('request', { ...labels, status, fault, ms: Math.round(seconds * 1000) });
    };
    await runWork({ isEphemeral: false, ids: { requestId } }, () => {
      if (!isTraced) return measure();
      const { traceparent, tracestate } = headers;
      const caller = { ...singleValue({ traceparent }), ...singleValue({ tracestate }) };
      return this.tracing.span(
        method,
        { kind: 'server', caller, attributes: { 'http.request.method': method } },
        measure,
      );
    });
  }
}

/** Omits headers that are absent or repeated. */
function singleValue(header: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function endSpan(span: OpenSpan, { method, route }: { method: string; route: string }, status: number): void {
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': status === 0 ? undefined : status });
  if (status >= 500) span.fail(String(status));
  if (status === 0) span.fail('caller-left');
}
