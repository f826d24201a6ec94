import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, METRICS } from '@orbweaver/platform';
import { Gauge, type Registry } from 'prom-client';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';

const RETRY_AFTER_SECONDS = 5;

export interface BodyReservation {
  /** @throws ApiError 429 when the bytes exceed the limit of the team, 503 when they exceed that of the gateway */
  grow(bytes: number): void;
  /** Idempotent. */
  release(): void;
}

/**
 * Memory limit for the bodies of requests in flight, by team and in total. Bytes are reserved before they are read and
 * released when the request is answered, because the parsed body is referenced until then.
 */
@Injectable()
export class BodyMemory {
  private readonly byTeam = new Map<string, number>();
  private total = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'REQUEST_BODIES_MAX_MIB' | 'REQUEST_BODIES_TEAM_MIB'>,
    @Inject(METRICS) registry: Registry,
  ) {
    const memory = this;
    new Gauge({
      name: 'orbweaver_http_request_body_bytes',
      help: 'Bytes reserved for the bodies of requests in flight (REQUEST_BODIES_MAX_MIB)',
      registers: [registry],
      collect() {
        this.set(memory.total);
      },
    });
  }

  reserve(teamId: string): BodyReservation {
    let held = 0;
    let isReleased = false;
    const add = (bytes: number) => {
      held += bytes;
      this.total += bytes;
      const ofTeam = (this.byTeam.get(teamId) ?? 0) + bytes;
      if (ofTeam === 0) this.byTeam.delete(teamId);
      else this.byTeam.set(teamId, ofTeam);
    };
    return {
      grow: (bytes) => {
        if (isReleased) return;
        const { REQUEST_BODIES_TEAM_MIB: teamMib, REQUEST_BODIES_MAX_MIB: maxMib } = this.config;
        if ((this.byTeam.get(teamId) ?? 0) + bytes > teamMib * MIB) throw refuse(429, teamMib);
        if (this.total + bytes > maxMib * MIB) throw refuse(503, maxMib);
        add(bytes);
      },
      release: () => {
        isReleased = true;
        add(-held);
      },
    };
  }
}

const MIB = 1024 * 1024;

function refuse(status: 429 | 503, mib: number): ApiError {
  const message = `Request body limit exceeded: ${mib} MiB for all requests in flight of ${status === 429 ? 'this team' : 'this gateway'}. Send fewer large requests at once, or retry after ${RETRY_AFTER_SECONDS} s.`;
  return new ApiError(status, message, {
    code: 'SERVICE_OVERLOADED',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
