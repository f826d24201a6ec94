import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type MapWork, topics } from '@orbweaver/contracts';
import type { DeliveryContext } from '@orbweaver/messaging';
import { MapPages } from './map/map-pages';
import { MapRuns } from './map/map-runs';

/** Maps of callers and the links of their pages. Never waits, so that replies pass running maps. */
@Controller()
export class MapWorkConsumer {
  constructor(
    private readonly runs: MapRuns,
    private readonly pages: MapPages,
  ) {}

  @EventPattern(topics.mapWork.name)
  handle(@Payload() message: MapWork, @Ctx() { delivery }: DeliveryContext): void {
    switch (message.type) {
      case 'MapSite':
        this.runs.start(message, message.ttlMs - delivery.ageMs());
        break;
      case 'CancelMap':
        this.runs.cancel(message.mapId);
        break;
      case 'PageMapped':
        this.pages.receive(message);
    }
  }
}
