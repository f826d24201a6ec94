import { Inject, Injectable } from '@nestjs/common';
import { backoff, type Clock, retryWaits } from '@orbweaver/core';
import { CLOCK, type EventLog, LOG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { type RobotsAnswer, type RobotsPolicy, type SiteAccess, SiteSources } from './site-sources';

/** RFC 9309 allows a day. Site owners expect changes to apply sooner. */
const FRESH_MS = 60 * 60_000;
/** Validity of rules whose site stops serving them (RFC 9309). */
const OLD_RULES_MS = 24 * 60 * 60_000;
/** Time that pages wait for an unserved robots.txt. Then they count as forbidden. */
const PATIENCE_MS = 60_000;
const MAX_ORIGINS = 5000;
/** Of all files; one may have 500 KiB. A parsed file of many short rules takes eleven bytes per character. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

const NOTHING_ALLOWED: RobotsPolicy = { isAllowed: () => false, sitemaps: [] };

/** The site did not serve its robots.txt. Its pages wait until the next request at this time. */
export interface RobotsPause {
  until: Date;
}

interface Entry {
  asking?: Promise<void>;
  rules?: RobotsPolicy;
  answeredAtMs?: number;
  freshUntilMs: number;
  silence?: { sinceMs: number; questions: number };
}

/** robots.txt by origin and access: fetched once an hour, and once for all concurrent callers. */
@Injectable()
export class RobotsCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ORIGINS, maxSize: MAX_CHARACTERS });

  constructor(
    private readonly site: SiteSources,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** The rules, if in memory. Does not wait; stale rules are fetched in the background. */
  known(url: string, access: SiteAccess): RobotsPolicy | undefined {
    const key = keyOf(url, access);
    const entry = this.entries.get(key);
    if (entry?.rules === undefined) return undefined;
    const nowMs = this.clock().getTime();
    if (entry.freshUntilMs <= nowMs) void this.ask(entry, url, access);
    return nowMs < (entry.answeredAtMs ?? nowMs) + OLD_RULES_MS ? entry.rules : undefined;
  }

  /** Never rejects. Allows nothing if the site has not served the file for too long. */
  async rules(url: string, access: SiteAccess): Promise<RobotsPolicy | RobotsPause> {
    const entry = this.entryOf(keyOf(url, access));
    if (entry.freshUntilMs <= this.clock().getTime()) await this.ask(entry, url, access);
    return entry.rules ?? { until: new Date(entry.freshUntilMs) };
  }

  private entryOf(key: string): Entry {
    const entry = this.entries.get(key) ?? { freshUntilMs: 0 };
    this.keep(key, entry);
    return entry;
  }

  private keep(key: string, entry: Entry): void {
    // The cache does not update the weight of an existing value.
    this.entries.delete(key);
    this.entries.set(key, entry, { size: 1 + (entry.rules?.characters ?? 0) });
  }

  private ask(entry: Entry, url: string, access: SiteAccess): Promise<void> {
    entry.asking ??= this.load(url, access).then((answer) => {
      delete entry.asking;
      this.note(entry, answer);
      const key = keyOf(url, access);
      // An evicted entry may have been replaced.
      if (this.entries.peek(key) === entry) this.keep(key, entry);
    });
    return entry.asking;
  }

  private note(entry: Entry, { rules, isLasting }: RobotsAnswer): void {
    const nowMs = this.clock().getTime();
    if (rules !== undefined) {
      entry.rules = rules;
      entry.answeredAtMs = nowMs;
      entry.freshUntilMs = nowMs + (isLasting ? FRESH_MS : retryWaits.robots.longestMs);
      delete entry.silence;
      return;
    }
    entry.silence ??= { sinceMs: nowMs, questions: 0 };
    entry.silence.questions += 1;
    const patienceLeftMs = entry.silence.sinceMs + PATIENCE_MS - nowMs;
    if (entry.answeredAtMs !== undefined && nowMs < entry.answeredAtMs + OLD_RULES_MS) {
      entry.freshUntilMs = nowMs + retryWaits.robots.longestMs;
    } else if (patienceLeftMs > 0) {
      delete entry.rules;
      entry.freshUntilMs = nowMs + Math.min(backoff(entry.silence.questions, retryWaits.robots), patienceLeftMs);
    } else {
      entry.rules = NOTHING_ALLOWED;
      delete entry.answeredAtMs;
      entry.freshUntilMs = nowMs + retryWaits.robots.longestMs;
    }
  }

  private async load(url: string, access: SiteAccess): Promise<RobotsAnswer> {
    const { origin } = new URL(url);
    try {
      return await this.site.robots(origin, access);
    } catch (error) {
      this.log.warn('robots-unread', { origin }, error);
      return { rules: undefined, isLasting: false };
    }
  }
}

export function isPause(answer: RobotsPolicy | RobotsPause): answer is RobotsPause {
  return 'until' in answer;
}

function keyOf(url: string, { userAgent, skipTlsVerification }: SiteAccess): string {
  return `${userAgent ?? ''}\n${skipTlsVerification}\n${new URL(url).origin}`;
}
