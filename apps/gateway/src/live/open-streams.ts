import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@orbweaver/platform';
import { ApiError } from '../edge/api-error';
import type { GatewayConfig } from '../gateway.config';

const RETRY_AFTER_SECONDS = 5;

/** Counts the WebSockets and event streams of each team in this process: each costs memory and readings. */
@Injectable()
export class OpenStreams {
  private readonly counts = new Map<string, number>();

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /**
   * @returns ends the stream's place; to be called once
   * @throws ApiError 429 when the team has as many open as it may
   */
  enter(teamId: string): () => void {
    const open = this.counts.get(teamId) ?? 0;
    const { STREAMS_PER_TEAM: max } = this.config;
    if (open >= max) {
      throw new ApiError(429, `The team follows ${max} jobs here already, which is as many as it may; poll instead`, {
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
    this.counts.set(teamId, open + 1);
    return () => {
      const left = (this.counts.get(teamId) ?? 1) - 1;
      if (left === 0) this.counts.delete(teamId);
      else this.counts.set(teamId, left);
    };
  }
}
