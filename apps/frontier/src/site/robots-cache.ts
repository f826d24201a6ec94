import { Inject, Injectable } from '@nestjs/common';
import { type EventLog, LOG } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../clock';
import { ROBOTS_SOURCE, type RobotsAnswer, type RobotsPolicy, type RobotsSource, type SiteAccess } from './site-ports';

/** RFC 9309 allows a day; an owner who changes the file does not want to wait that long. */
const FRESH_MS = 60 * 60_000;
/** How long rules hold for a site that does not answer any more (RFC 9309). */
const OLD_RULES_MS = 24 * 60 * 60_000;
/** A site that did not answer may do so soon. */
const UNANSWERED_MS = 60_000;
/** So long its pages wait for a site that does not answer; then they count as forbidden. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const MAX_ORIGINS = 5000;

const NOTHING_ALLOWED: RobotsPolicy = { isAllowed: () => false, sitemaps: [] };

/** The site did not say what it allows: nothing of it is visited, and it is asked again, from this time on. */
export interface RobotsPause {
  until: Date;
}

interface Entry {
  /** While the site is being asked. */
  asking?: Promise<void>;
  rules?: RobotsPolicy;
  /** When the site said so. */
  answeredAtMs?: number;
  /** From then on the site is asked again. */
  freshUntilMs: number;
  /** Since when the site has not answered, and how often it was asked in vain. */
  silence?: { sinceMs: number; questions: number };
}

/** robots.txt per origin and access, fetched once an hour and once for all who ask at the same time. */
@Injectable()
export class RobotsCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ORIGINS });

  constructor(
    @Inject(ROBOTS_SOURCE) private readonly source: RobotsSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** The rules if they are at hand. Waits for nobody; rules that have become old are fetched anew meanwhile. */
  known(url: string, access: SiteAccess): RobotsPolicy | undefined {
    const key = keyOf(url, access);
    const entry = this.entries.get(key);
    if (entry?.rules === undefined) return undefined;
    const nowMs = this.clock().getTime();
    if (entry.freshUntilMs <= nowMs) void this.ask(entry, url, access);
    return nowMs < (entry.answeredAtMs ?? nowMs) + OLD_RULES_MS ? entry.rules : undefined;
  }

  /** Never rejects. Rules that allow nothing when the site has been silent for too long. */
  async rules(url: string, access: SiteAccess): Promise<RobotsPolicy | RobotsPause> {
    const entry = this.entryOf(keyOf(url, access));
    if (entry.freshUntilMs <= this.clock().getTime()) await this.ask(entry, url, access);
    return entry.rules ?? { until: new Date(entry.freshUntilMs) };
  }

  private entryOf(key: string): Entry {
    const entry = this.entries.get(key) ?? { freshUntilMs: 0 };
    this.entries.set(key, entry);
    return entry;
  }

  private ask(entry: Entry, url: string, access: SiteAccess): Promise<void> {
    entry.asking ??= this.load(url, access).then((answer) => {
      delete entry.asking;
      this.note(entry, answer);
    });
    return entry.asking;
  }

  private note(entry: Entry, { rules, isLasting }: RobotsAnswer): void {
    const nowMs = this.clock().getTime();
    if (rules !== undefined) {
      entry.rules = rules;
      entry.answeredAtMs = nowMs;
      entry.freshUntilMs = nowMs + (isLasting ? FRESH_MS : UNANSWERED_MS);
      delete entry.silence;
      return;
    }
    entry.silence ??= { sinceMs: nowMs, questions: 0 };
    entry.silence.questions += 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (entry.silence.questions - 1), UNANSWERED_MS);
    const patienceLeftMs = entry.silence.sinceMs + PATIENCE_MS - nowMs;
    if (entry.answeredAtMs !== undefined && nowMs < entry.answeredAtMs + OLD_RULES_MS) {
      entry.freshUntilMs = nowMs + UNANSWERED_MS;
    } else if (patienceLeftMs > 0) {
      delete entry.rules;
      entry.freshUntilMs = nowMs + Math.min(pauseMs, patienceLeftMs);
    } else {
      entry.rules = NOTHING_ALLOWED;
      delete entry.answeredAtMs;
      entry.freshUntilMs = nowMs + UNANSWERED_MS;
    }
  }

  private async load(url: string, access: SiteAccess): Promise<RobotsAnswer> {
    const { origin } = new URL(url);
    try {
      return await this.source(origin, access);
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
