import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { MapSite } from '@orbweaver/contracts';
import { type Clock, type MapScope, mapScope } from '@orbweaver/core';
import { MapUrls } from './map-urls';

/** Sites of a map with a search are read up to this size, because the best matches may come last. */
const MAX_RANKED_URLS = 100_000;
const MAX_WARNINGS = 5;

/** A running map: what it has found, and when it ends. */
export class MapRun {
  readonly scope: MapScope;
  readonly found: MapUrls;
  readonly warnings: string[] = [];
  readonly deadlineAt: number;
  /** Aborts at the deadline, when the caller has left, and when the process stops. */
  readonly stopped: AbortSignal;
  /** Also aborts when the map is full. */
  readonly signal: AbortSignal;
  pages = 0;
  private readonly enough = new AbortController();
  private lastTurn: Promise<unknown> = Promise.resolve();

  /** @throws InvalidPatternError */
  constructor(
    readonly map: MapSite,
    private readonly clock: Clock,
    { leftMs, stop }: { leftMs: number; stop: readonly AbortSignal[] },
  ) {
    const { search, limit } = map.spec;
    this.scope = mapScope(map.spec);
    this.deadlineAt = clock().getTime() + leftMs;
    this.stopped = AbortSignal.any([...stop, AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)))]);
    this.signal = AbortSignal.any([this.stopped, this.enough.signal]);
    // Every running page listens.
    setMaxListeners(0, this.stopped, this.signal);
    this.found = new MapUrls(this.scope, search === undefined ? limit : Math.max(limit, MAX_RANKED_URLS));
    this.found.onFull(() => this.enough.abort());
  }

  leftMs(): number {
    return this.deadlineAt - this.clock().getTime();
  }

  warn(text: string): void {
    if (this.warnings.length < MAX_WARNINGS && !this.warnings.includes(text)) this.warnings.push(text);
  }

  /** With a delay, pages wait for their turn one after another. */
  inTurn<T>(delayMs: number, take: () => Promise<T>): Promise<T> {
    if (delayMs === 0) return take();
    const turn = this.lastTurn.then(take);
    this.lastTurn = turn.then(() => pause(delayMs, undefined, { signal: this.signal })).catch(() => undefined);
    return turn;
  }
}
