import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, type RequestClass, takeRequest } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';

/** The count of a team in its current minute. */
export interface RateStanding {
  limit: number;
  consumed: number;
  resetsInMs: number;
}

const MAX_REMEMBERED = 10_000;

/** Counts the requests of teams with a limit. Teams without one cost no statement. */
@Injectable()
export class RateLimits {
  /** Refused teams, with the end of their minute. Until then they cost no statement, however often they ask. */
  private readonly refused = new LRUCache<string, { standing: RateStanding; until: number }>({ max: MAX_REMEMBERED });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Undefined for a team without a limit. Refuse the request when `consumed` is above `limit`. */
  async consume(caller: Caller, requestClass: RequestClass): Promise<RateStanding | undefined> {
    const limit = requestClass === 'scrape' ? caller.scrapesPerMinute : caller.jobsPerMinute;
    if (limit === null) return undefined;
    const { teamId } = caller;
    const name = `${requestClass} ${teamId}`;
    const known = this.refused.get(name);
    const leftMs = known === undefined ? 0 : known.until - performance.now();
    if (known !== undefined && leftMs > 0 && known.standing.limit === limit) {
      known.standing.consumed += 1;
      return { ...known.standing, resetsInMs: leftMs };
    }
    this.refused.delete(name);
    const { consumed, resetsInMs } = await takeRequest(this.database, { teamId, requestClass });
    const standing = { limit, consumed, resetsInMs };
    if (consumed > limit) this.refused.set(name, { standing, until: performance.now() + resetsInMs });
    return standing;
  }
}
