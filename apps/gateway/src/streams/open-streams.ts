import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, METRICS } from '@orbweaver/platform';
import { Gauge, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import { ConcurrencyLimits } from '../limits/concurrency-limits';

/** Limits the open WebSockets and event streams per team in this process. */
@Injectable()
export class OpenStreams {
  private readonly slots: ConcurrencyLimits;

  constructor(@Inject(CONFIG) { STREAMS_PER_TEAM: max }: GatewayConfig, @Inject(METRICS) registry: Registry) {
    const message = `Too many open streams: ${max} per team and gateway. Close a stream, or poll the status instead`;
    const slots = new ConcurrencyLimits({ perTeam: { max, message }, retryAfterSeconds: 5 });
    this.slots = slots;
    new Gauge({
      name: 'orbweaver_open_streams',
      help: 'Open WebSockets and event streams of this gateway',
      registers: [registry],
      collect() {
        this.set(slots.count);
      },
    });
  }

  /** @returns a function to call once when the stream ends @throws ApiError 429 at the limit of the team */
  open(teamId: string): () => void {
    return this.slots.take(teamId);
  }
}
