import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, METRICS } from '@orbweaver/platform';
import { Gauge, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import { TeamPlaces } from '../limits/team-places';

/** Limits the open WebSockets and event streams per team in this process. */
@Injectable()
export class OpenStreams {
  private readonly places: TeamPlaces;

  constructor(@Inject(CONFIG) { STREAMS_PER_TEAM: max }: GatewayConfig, @Inject(METRICS) registry: Registry) {
    const message = `Too many open streams: ${max} per team and gateway. Close a stream, or poll the status instead`;
    const places = new TeamPlaces({ perTeam: { max, message }, retryAfterSeconds: 5 });
    this.places = places;
    new Gauge({
      name: 'orbweaver_open_streams',
      help: 'Open WebSockets and event streams of this gateway',
      registers: [registry],
      collect() {
        this.set(places.count);
      },
    });
  }

  /** @returns a function to call once when the stream ends @throws ApiError 429 at the limit of the team */
  open(teamId: string): () => void {
    return this.places.take(teamId);
  }
}
