import { Inject, Injectable } from '@nestjs/common';
import type { MapSpec } from '@orbweaver/core';
import { BrokerUnavailableError, type Publisher } from '@orbweaver/messaging';
import { type Caller, type Database, findShortage, newJobId, readFreeCredits } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, PUBLISHER } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import { insufficientCredits } from '../errors/insufficient-credits';
import type { GatewayConfig } from '../gateway.config';
import { ConcurrencyLimits } from '../limits/concurrency-limits';
import { MapReplies, type MapStanding, type ReceivedMap } from '../notifications/map-replies';
import { CheckPatterns } from '../submit/check-patterns';
import { checkSpecSize } from '../submit/check-spec';
import { RequestBills } from '../submit/request-bills';
import { brokerUnavailable } from '../submit/scrape-pages';

const CREDITS = 1;
const RETRY_AFTER_SECONDS = 5;
/** Share of the timeout for messages and the response, within bounds. */
const RETURN_SHARE = 0.1;
const LEAST_RETURN_MS = 100;
const MOST_RETURN_MS = 1_000;

export interface MapOrder {
  spec: MapSpec;
  timeoutMs: number;
  zeroDataRetention: boolean;
  /** Called with the standing of a running map. Absent: none is published. */
  report?: (standing: MapStanding) => void;
}

const mapTimedOut = () => new ApiError(408, 'Map timed out', { code: 'MAP_TIMEOUT', fault: 'page' });

const mapStopped = () =>
  new ApiError(503, `The service stopped before the map was finished. Retry after ${RETRY_AFTER_SECONDS} s.`, {
    code: 'SERVICE_STOPPING',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

/** Maps a site while the caller waits. The frontier discovers the URLs; no table contains them. */
@Injectable()
export class MapSites {
  private readonly slots: ConcurrencyLimits;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CONFIG) { MAPS_PER_TEAM: max }: Pick<GatewayConfig, 'MAPS_PER_TEAM'>,
    @Inject(LOG) private readonly log: EventLog,
    private readonly replies: MapReplies,
    private readonly bills: RequestBills,
    private readonly patterns: CheckPatterns,
  ) {
    const message = `Too many concurrent maps: ${max} per team and gateway. Wait for a map to end`;
    this.slots = new ConcurrencyLimits({ perTeam: { max, message }, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** @throws ApiError 400 */
  async checkOptions(caller: Caller, spec: MapSpec): Promise<void> {
    checkSpecSize(spec.scrape);
    await this.patterns.check(caller, spec);
  }

  /** @throws ApiError 400 for invalid options, 402 without credits */
  async check(caller: Caller, spec: MapSpec): Promise<void> {
    await this.checkOptions(caller, spec);
    const credits = caller.creditsLimited ? await readFreeCredits(this.database, caller.teamId) : null;
    const shortage = findShortage(credits, CREDITS);
    if (shortage !== undefined) throw insufficientCredits(shortage);
  }

  /** @returns a function that frees the slot @throws ApiError 429 at the limit of the team */
  takeSlot(caller: Caller): () => void {
    return this.slots.take(caller.teamId);
  }

  /** Undefined if the caller disconnected. @throws ApiError 408 if nothing was found in time, 503 without Kafka or if this process stops */
  async map(caller: Caller, order: MapOrder, gone: AbortSignal): Promise<({ id: string } & ReceivedMap) | undefined> {
    const id = newJobId();
    const failed = new AbortController();
    const wait = this.replies.wait(id, {
      timeoutMs: order.timeoutMs,
      report: order.report ?? (() => undefined),
      gone: AbortSignal.any([gone, failed.signal]),
    });
    try {
      await Promise.race([this.send(caller, id, order), wait]);
    } catch (error) {
      failed.abort();
      throw error instanceof BrokerUnavailableError ? brokerUnavailable() : error;
    }
    const { end, received } = await wait;
    if (end !== 'ended') await this.cancel(id);
    if (end === 'gone') return undefined;
    if (received.urls === 0 && (end === 'stopping' || received.isStopped)) throw mapStopped();
    if (received.urls === 0 && received.isCut) throw mapTimedOut();
    await this.bills.send(caller, { id, operation: 'map', credits: CREDITS });
    return { id, ...received };
  }

  private async send({ teamId, maxConcurrency, hosts }: Caller, mapId: string, order: MapOrder): Promise<void> {
    const { timeoutMs, zeroDataRetention, report } = order;
    const spec = {
      ...order.spec,
      ...(maxConcurrency === null ? {} : { maxConcurrency }),
      ...(hosts === undefined ? {} : { scrape: { ...order.spec.scrape, hosts } }),
    };
    const returnMs = Math.min(MOST_RETURN_MS, Math.max(LEAST_RETURN_MS, timeoutMs * RETURN_SHARE));
    await this.publisher.publish('mapWork', mapId, {
      type: 'MapSite',
      mapId,
      teamId,
      spec,
      ttlMs: Math.max(0, Math.round(timeoutMs - returnMs)),
      ...(report === undefined ? {} : { wantsProgress: true }),
      ...(zeroDataRetention ? { zeroDataRetention } : {}),
    });
  }

  private async cancel(mapId: string): Promise<void> {
    await this.publisher
      .publish('mapWork', mapId, { type: 'CancelMap', mapId })
      // The map ends at its deadline anyway.
      .catch((error: unknown) => this.log.warn('map-not-cancelled', { mapId }, error));
  }
}
