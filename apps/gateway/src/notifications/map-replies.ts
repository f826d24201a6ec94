import { Inject, Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { MapReply } from '@orbweaver/contracts';
import { CONFIG, STOPPING, type Stopping, waitFor } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';
import { drainWaitMs } from './page-waiters';

/** Number of URLs found and pages fetched so far. */
export interface MapStanding {
  urls: number;
  pages: number;
}

export interface ReceivedMap {
  /** gzip of JSON arrays of MapLink, in order. */
  parts: Uint8Array[];
  urls: number;
  /** The map ended at its deadline, or parts of it did not arrive in time. */
  isCut: boolean;
  /** The frontier stopped before the map was complete. */
  isStopped: boolean;
  warnings: string[];
}

export type MapWaitEnd = 'ended' | 'timed-out' | 'gone' | 'stopping';

interface OpenMap {
  parts: Map<number, { urls: number; links: Uint8Array }>;
  ended?: Extract<MapReply, { type: 'MapEnded' }>;
  report(standing: MapStanding): void;
  end(end: 'ended' | 'stopping'): void;
}

/** Collects the URLs of maps for the requests that wait for them. */
@Injectable()
export class MapReplies implements OnModuleDestroy, OnApplicationShutdown {
  private readonly open = new Map<string, OpenMap>();
  private grace?: NodeJS.Timeout;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'DRAIN_TIMEOUT'>,
    @Inject(STOPPING) private readonly stopping: Stopping,
  ) {}

  /** Call before publishing the map. */
  async wait(
    mapId: string,
    { timeoutMs, report, gone }: { timeoutMs: number; report(standing: MapStanding): void; gone: AbortSignal },
  ): Promise<{ end: MapWaitEnd; received: ReceivedMap }> {
    const map: OpenMap = { parts: new Map(), report, end: () => undefined };
    const result = await waitFor<'ended' | 'stopping'>(
      (arrive) => {
        map.end = arrive;
        this.open.set(mapId, map);
        return () => void this.open.delete(mapId);
      },
      { timeoutMs, signal: gone },
    );
    const end = result.kind === 'arrived' ? result.value : result.kind === 'aborted' ? 'gone' : 'timed-out';
    return { end, received: receivedOf(map) };
  }

  /** Replies are broadcast to all gateways; only one has the request. */
  receive(message: MapReply): void {
    const map = this.open.get(message.mapId);
    if (map === undefined) return;
    if (message.type === 'MapProgress') map.report({ urls: message.urls, pages: message.pages });
    else if (message.type === 'MapEnded') map.ended = message;
    else map.parts.set(message.part, message);
    if (map.ended !== undefined && map.parts.size >= map.ended.parts) map.end('ended');
  }

  onModuleDestroy(): void {
    this.grace = setTimeout(() => this.endAll(), drainWaitMs(this.config, this.stopping));
  }

  onApplicationShutdown(): void {
    clearTimeout(this.grace);
    this.endAll();
  }

  private endAll(): void {
    for (const map of [...this.open.values()]) map.end('stopping');
  }
}

function receivedOf({ parts, ended }: OpenMap): ReceivedMap {
  const arrived = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  return {
    parts: arrived.map(({ links }) => links),
    urls: arrived.reduce((sum, { urls }) => sum + urls, 0),
    isCut: ended === undefined || ended.isCut || ended.parts > arrived.length,
    isStopped: ended?.isStopped === true,
    warnings: ended?.warnings ?? [],
  };
}
