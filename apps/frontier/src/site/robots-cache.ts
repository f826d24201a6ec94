import { Inject, Injectable } from '@nestjs/common';
import { type EventLog, LOG } from '@orbweaver/platform';
import { CLOCK, type Clock } from '../clock';
import { ROBOTS_SOURCE, type RobotsAnswer, type RobotsRules, type RobotsSource, type SiteAccess } from './site-ports';

/** RFC 9309 allows a day; an owner who changes the file does not want to wait that long. */
const FRESH_MS = 60 * 60_000;
/** A site that did not answer may do so soon. */
const UNANSWERED_MS = 60_000;
const MAX_ORIGINS = 5000;

const NO_ANSWER: RobotsAnswer = { rules: { isAllowed: () => true, sitemaps: [] }, isLasting: false };

interface Entry {
  answer: Promise<RobotsAnswer>;
  /** Set when the rules are there. */
  loaded?: RobotsRules;
  freshUntilMs: number;
}

/** robots.txt per origin and access, fetched once an hour and once for all who ask at the same time. */
@Injectable()
export class RobotsCache {
  private readonly entries = new Map<string, Entry>();

  constructor(
    @Inject(ROBOTS_SOURCE) private readonly source: RobotsSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** The rules if they are at hand; asks nobody. */
  known(url: string, access: SiteAccess): RobotsRules | undefined {
    return this.entries.get(keyOf(url, access))?.loaded;
  }

  /** Never rejects: what cannot be fetched forbids nothing. */
  async rules(url: string, access: SiteAccess): Promise<RobotsRules> {
    const key = keyOf(url, access);
    const nowMs = this.clock().getTime();
    let entry = this.entries.get(key);
    if (entry === undefined || entry.freshUntilMs <= nowMs) {
      entry = this.begin(url, access, nowMs, entry?.loaded);
      this.entries.delete(key);
      this.entries.set(key, entry);
      const oldest = this.entries.keys().next();
      if (this.entries.size > MAX_ORIGINS && !oldest.done) this.entries.delete(oldest.value);
    }
    return (await entry.answer).rules;
  }

  /** `old` rules hold until the new ones are there. */
  private begin(url: string, access: SiteAccess, nowMs: number, old: RobotsRules | undefined): Entry {
    const entry: Entry = { answer: this.load(url, access), freshUntilMs: nowMs + FRESH_MS };
    if (old !== undefined) entry.loaded = old;
    void entry.answer.then(({ rules, isLasting }) => {
      entry.loaded = rules;
      if (!isLasting) entry.freshUntilMs = nowMs + UNANSWERED_MS;
    });
    return entry;
  }

  private async load(url: string, access: SiteAccess): Promise<RobotsAnswer> {
    const { origin } = new URL(url);
    try {
      return await this.source(origin, access);
    } catch (error) {
      this.log.warn('robots-unread', { origin }, error);
      return NO_ANSWER;
    }
  }
}

function keyOf(url: string, { userAgent, skipTlsVerification }: SiteAccess): string {
  return `${userAgent ?? ''}\n${skipTlsVerification}\n${new URL(url).origin}`;
}
