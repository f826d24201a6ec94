import { Inject, Injectable } from '@nestjs/common';
import { type Caller, type Database, type RequestClass, takeRequest } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';

/** Requests of a team in the current minute. */
export interface RateStanding {
  limit: number;
  consumed: number;
  resetsInMs: number;
}

const MAX_CACHED_TEAMS = 10_000;

/** Counts the requests of teams with a limit. Teams without a limit cost no SQL statement. */
@Injectable()
export class RateLimits {
  /** Blocked teams until their limit resets. They cost no SQL statement. */
  private readonly refused = new LRUCache<string, { standing: RateStanding; until: number }>({ max: MAX_CACHED_TEAMS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Undefined for a team without a limit. Reject the request if `consumed` exceeds `limit`. */
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
