import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, METRICS } from '@orbweaver/platform';
import { Gauge, type Registry } from 'prom-client';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';

const RETRY_AFTER_SECONDS = 5;

/** Limits the WebSockets and event streams of each team in this process, because each costs memory and reads. */
@Injectable()
export class OpenStreams {
  private readonly counts = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(METRICS) registry: Registry,
  ) {
    const { counts } = this;
    new Gauge({
      name: 'orbweaver_open_streams',
      help: 'WebSockets and streams of Server-Sent Events that are open at this gateway',
      registers: [registry],
      collect() {
        this.set([...counts.values()].reduce((sum, count) => sum + count, 0));
      },
    });
  }

  /**
   * @returns a function to call once, when the stream ends
   * @throws ApiError 429 when the team has as many open as it may
   */
  open(teamId: string): () => void {
    const count = this.counts.get(teamId) ?? 0;
    const { STREAMS_PER_TEAM: max } = this.config;
    if (count >= max) {
      throw new ApiError(429, `The team follows ${max} jobs here already, which is as many as it may; poll instead`, {
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
    this.counts.set(teamId, count + 1);
    return () => {
      const left = (this.counts.get(teamId) ?? 1) - 1;
      if (left === 0) this.counts.delete(teamId);
      else this.counts.set(teamId, left);
    };
  }
}
