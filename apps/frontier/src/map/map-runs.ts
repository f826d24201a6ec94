import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { MapReply, MapSite } from '@orbweaver/contracts';
import { type Clock, type MapLink, unlessAborted } from '@orbweaver/core';
import type { Publisher } from '@orbweaver/messaging';
import { CLOCK, CONFIG, type EventLog, LOG, PUBLISHER, STOPPING, type Stopping } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import type { FrontierConfig } from '../frontier.config';
import { MapRun } from './map-run';
import { SiteMapper } from './site-mapper';

const gzipAsync = promisify(gzip);
/** Keeps a part below 1 MiB, also uncompressed. A URL has at most 8 Ki characters. */
const MAX_PART_CHARS = 400_000;
const MAX_PART_URLS = 5_000;
const PROGRESS_MS = 500;
const MAX_ENDED = 1_000;

/** The maps of this process, a bounded number at once, and their replies. */
@Injectable()
export class MapRuns implements OnModuleDestroy {
  private readonly cancels = new Map<string, AbortController>();
  /** Repeated messages start no second run. */
  private readonly ended = new LRUCache<string, true>({ max: MAX_ENDED });
  private readonly running = new Set<Promise<void>>();
  private readonly queue: (() => void)[] = [];
  private free: number;

  constructor(
    @Inject(PUBLISHER) private readonly publisher: Publisher,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: Pick<FrontierConfig, 'FRONTIER_MAP_CONCURRENCY'>,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    private readonly mapper: SiteMapper,
  ) {
    this.free = config.FRONTIER_MAP_CONCURRENCY;
  }

  /** Returns at once. The map runs until its time is over, its caller leaves or the process stops. */
  start(map: MapSite, leftMs: number): void {
    if (leftMs <= 0 || this.cancels.has(map.mapId) || this.ended.has(map.mapId)) return;
    const cancel = new AbortController();
    this.cancels.set(map.mapId, cancel);
    const run = new MapRun(map, this.clock, { leftMs, stop: [cancel.signal, this.stopping.signal] });
    const work = this.inSlot(run, () => this.answer(run, cancel.signal))
      .catch((error: unknown) => {
        if (!run.stopped.aborted) this.log.error('map-failed', { mapId: map.mapId }, error);
      })
      .finally(() => {
        this.cancels.delete(map.mapId);
        this.ended.set(map.mapId, true);
        this.running.delete(work);
      });
    this.running.add(work);
  }

  cancel(mapId: string): void {
    this.cancels.get(mapId)?.abort();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.running);
  }

  private async inSlot(run: MapRun, work: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else {
      const turn = new Promise<void>((resolve) => this.queue.push(resolve));
      try {
        await unlessAborted(run.stopped, turn);
      } catch (error) {
        // The slot of a map that left passes on.
        void turn.then(() => this.releaseSlot());
        throw error;
      }
    }
    try {
      await work();
    } finally {
      this.releaseSlot();
    }
  }

  private releaseSlot(): void {
    const next = this.queue.shift();
    if (next === undefined) this.free += 1;
    else next();
  }

  private async answer(run: MapRun, cancelled: AbortSignal): Promise<void> {
    const { mapId, wantsProgress } = run.map;
    const progress = wantsProgress ? setInterval(() => void this.report(run), PROGRESS_MS) : undefined;
    let links: MapLink[];
    try {
      links = await this.mapper.map(run);
      // A start URL alone is no find.
      if (run.stopped.aborted && run.found.size === 0) links = [];
    } finally {
      clearInterval(progress);
    }
    if (cancelled.aborted) return;
    let parts = 0;
    for (const part of inParts(links)) {
      const packed = await gzipAsync(Buffer.from(JSON.stringify(part)), { level: 1 });
      const bytes = new Uint8Array(packed);
      await this.reply({ type: 'UrlsMapped', mapId, part: parts, urls: part.length, links: bytes });
      parts += 1;
    }
    const { warnings } = run;
    const isStopped = this.stopping.signal.aborted;
    const isCut = run.stopped.aborted && !isStopped;
    const end = { type: 'MapEnded' as const, mapId, parts, urls: links.length, isCut, warnings };
    await this.reply({ ...end, ...(isStopped ? { isStopped } : {}) });
  }

  private async report({ map: { mapId }, found, pages }: MapRun): Promise<void> {
    await this.reply({ type: 'MapProgress', mapId, urls: found.size, pages }).catch((error: unknown) =>
      this.log.warn('map-progress-unsent', { mapId }, error),
    );
  }

  private reply(message: MapReply): Promise<void> {
    return this.publisher.publish('mapReplies', message.mapId, message);
  }
}

function* inParts(links: readonly MapLink[]): Generator<MapLink[]> {
  let part: MapLink[] = [];
  let chars = 0;
  for (const link of links) {
    const size = link.url.length + (link.title?.length ?? 0) + (link.description?.length ?? 0);
    if (part.length === MAX_PART_URLS || (chars + size > MAX_PART_CHARS && part.length > 0)) {
      yield part;
      [part, chars] = [[], 0];
    }
    part.push(link);
    chars += size;
  }
  if (part.length > 0) yield part;
}
