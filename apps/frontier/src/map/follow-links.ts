import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, isSameSite, listMapUrl, mayVisit, parseUrl, politenessHost } from '@orbweaver/core';
import { CLOCK, CONFIG } from '@orbweaver/platform';
import type { FrontierConfig } from '../frontier.config';
import { HostConcurrency } from '../pace/host-concurrency';
import { HostPace } from './host-pace';
import { MapPages, type MappedResult } from './map-pages';
import type { MapRun } from './map-run';

/** Attempts of a page whose host asks for a pause. */
const MAX_DEFERRALS = 2;

/** Distance from the start page of the URLs on pages that it links to. */
const MAX_DISCOVERY_DEPTH = 2;

interface Visit {
  url: string;
  depth: 0 | 1;
  deferrals: number;
}

/** The links of the start page and of the pages that it links to. Each page costs at most its own time limit. */
@Injectable()
export class FollowLinks {
  constructor(
    private readonly pages: MapPages,
    private readonly pace: HostPace,
    private readonly hosts: HostConcurrency,
    @Inject(CONFIG) private readonly config: FrontierConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends when all pages are read, the map is full or its signal aborts. */
  async follow(run: MapRun): Promise<void> {
    const { spec } = run.map;
    const start: Visit = { url: spec.url, depth: 0, deferrals: 0 };
    const { maxDiscoveryDepth = MAX_DISCOVERY_DEPTH } = spec.scope;
    if (maxDiscoveryDepth === 0) return;
    const links = await this.visit(run, start);
    if (links !== undefined && maxDiscoveryDepth >= MAX_DISCOVERY_DEPTH) await this.visitAll(run, links);
  }

  private async visitAll(run: MapRun, links: { url: string; foundOn: string }[]): Promise<void> {
    const queue = this.toVisit(run, links);
    const running = new Set<Promise<unknown>>();
    while (!run.signal.aborted && !run.found.isFull && (queue.length > 0 || running.size > 0)) {
      const next = queue[0];
      if (next !== undefined && running.size < this.width(run, next.url)) {
        queue.shift();
        const visit = this.visit(run, next).catch((error: unknown) => {
          if (!run.signal.aborted) throw error;
        });
        const settled: Promise<unknown> = visit.finally(() => running.delete(settled));
        // The first failure ends the loop; later ones have no other handler.
        settled.catch(() => undefined);
        running.add(settled);
      } else {
        await Promise.race(running);
      }
    }
    await Promise.all(running);
  }

  private width({ map: { spec } }: MapRun, url: string): number {
    const { delaySeconds, maxConcurrency = Number.POSITIVE_INFINITY } = spec;
    if (delaySeconds !== undefined) return 1;
    return Math.max(1, Math.min(this.hosts.of(politenessHost(url)), maxConcurrency));
  }

  /** Pages of the site, each once and not the start page. */
  private toVisit({ map: { spec }, scope }: MapRun, links: { url: string; foundOn: string }[]): Visit[] {
    const start = new URL(spec.url);
    const seen = new Set([listMapUrl(spec.url, undefined, scope)?.key]);
    const visits: Visit[] = [];
    for (const { url, foundOn } of links) {
      const key = listMapUrl(url, foundOn, scope)?.key;
      const parsed = parseUrl(url);
      if (key === undefined || seen.has(key) || parsed === undefined) continue;
      seen.add(key);
      if (isSameSite(parsed, start) && mayVisit(url, foundOn, scope)) visits.push({ url, depth: 1, deferrals: 0 });
    }
    return visits;
  }

  /** Adds the links of a page. @returns them, or undefined if the page was not read */
  private async visit(run: MapRun, visit: Visit): Promise<{ url: string; foundOn: string }[] | undefined> {
    const { map, found, signal } = run;
    const isStart = visit.depth === 0;
    const rules = await this.pace.rules(map, visit.url, signal);
    if (rules === undefined) {
      run.warn(`robots.txt of ${new URL(visit.url).origin} was not served, so no page of it was read for links.`);
      return undefined;
    }
    if (!rules.isAllowed(visit.url)) {
      if (isStart) run.warn('robots.txt disallows the start page, so it was not read for links.');
      return undefined;
    }
    const delayMs = this.pace.delayMs(map, rules);
    const turn = { url: visit.url, delayMs, deadlineAt: run.deadlineAt };
    if (!(await run.inTurn(delayMs, () => this.pace.waitForTurn(map, turn, signal)))) {
      run.warn(`${new URL(visit.url).host} asks to wait longer than the map lasts, so pages were not read for links.`);
      return undefined;
    }
    const result = await this.fetch(run, visit);
    if (result?.kind === 'deferred') {
      await this.pace.backOff(map, visit.url, result.retryAfterMs);
      if (visit.deferrals + 1 >= MAX_DEFERRALS || run.leftMs() < result.retryAfterMs) {
        run.warn(
          `${new URL(visit.url).host} limits the number of requests (429 or 503), so pages were not read for links.`,
        );
        return undefined;
      }
      await pause(result.retryAfterMs, undefined, { signal });
      return this.visit(run, { ...visit, deferrals: visit.deferrals + 1 });
    }
    if (result?.kind !== 'done') {
      if (isStart && !signal.aborted) {
        run.warn(`The start page was not read for links: ${result?.failure.message ?? 'it was not fetched in time.'}`);
      }
      return undefined;
    }
    run.pages += 1;
    const { outlinks, linkTexts, finalUrl, statusCode, title, description } = result;
    if (isStart && !isSameSite(new URL(finalUrl), new URL(map.spec.url))) {
      run.warn(`The start page redirects to another site. Map it instead: ${finalUrl}`);
    }
    if (isStart && statusCode >= 400) run.warn(`The start page answered with status ${statusCode}.`);
    if (statusCode < 400) found.describe(finalUrl, { title, description });
    for (const [at, url] of outlinks.entries()) found.add(url, { title: linkTexts[at] }, finalUrl);
    return outlinks.map((url) => ({ url, foundOn: finalUrl }));
  }

  private async fetch(run: MapRun, { url, depth, deferrals }: Visit): Promise<MappedResult | undefined> {
    const timeoutMs = Math.min(run.map.spec.scrape.timeoutMs, run.leftMs());
    const leaseUntil = new Date(this.clock().getTime() + timeoutMs + this.config.FRONTIER_LEASE_ALLOWANCE);
    const outcome = await this.pages.fetch(run.map, { url, depth, timeoutMs, deferrals }, run.signal);
    const page = { host: politenessHost(url), leaseUntil };
    if (outcome !== undefined) this.hosts.pageCameBack({ page, deadlineMs: timeoutMs, outcome });
    return outcome;
  }
}
