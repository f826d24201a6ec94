import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, METRICS } from '@orbweaver/platform';
import { Gauge, type Registry } from 'prom-client';
import type { GatewayConfig } from '../gateway.config';
import { TeamPlaces } from '../limits/team-places';

/** Limits the WebSockets and event streams of each team in this process, because each costs memory and reads. */
@Injectable()
export class OpenStreams {
  private readonly places: TeamPlaces;

  constructor(@Inject(CONFIG) { STREAMS_PER_TEAM: max }: GatewayConfig, @Inject(METRICS) registry: Registry) {
    const message = `The team follows ${max} jobs here already, which is as many as it may; poll instead`;
    const places = new TeamPlaces({ perTeam: { max, message }, retryAfterSeconds: 5 });
    this.places = places;
    new Gauge({
      name: 'orbweaver_open_streams',
      help: 'WebSockets and streams of Server-Sent Events that are open at this gateway',
      registers: [registry],
      collect() {
        this.set(places.count);
      },
    });
  }

  /**
   * @returns a function to call once, when the stream ends
   * @throws ApiError 429 when the team has as many open as it may
   */
  open(teamId: string): () => void {
    return this.places.take(teamId);
  }
}
