import { resolveLink } from '@orbweaver/core';
import parseRobots from 'robots-parser';
import { findRule, type PathRule, parsePathRules } from './find-rule';
import { canonicalPath, productToken, type RobotsFile, readRobots, rulesFor } from './read-robots';

const DEFAULT_PRODUCT_TOKEN = 'Orbweaver';

/** Longer paths are matched by their start, because the cost grows with the length. */
const MAX_PATH = 4096;
/** A crawl uses one agent; the cached rules of an origin serve many crawls. */
const MAX_AGENTS = 20;

interface AgentRules {
  paths: PathRule[];
  crawlDelaySeconds: number | undefined;
}

/**
 * The rules of one robots.txt (RFC 9309). robots-parser is used for the crawl delay only: its path matching takes 0.1
 * ms per URL for a hundred rules, so large files would cost seconds per page (see findRule), and its parsing deviates
 * (see readRobots).
 */
export class RobotsRules {
  private readonly file: RobotsFile;
  private readonly origin: string;
  private readonly byAgent = new Map<string, AgentRules>();

  /** @param text as returned by fetchRobots; empty allows everything */
  constructor(text: string, origin: string) {
    this.origin = new URL(origin).origin;
    this.file = readRobots(text);
  }

  isAllowed(url: string, agent: string = DEFAULT_PRODUCT_TOKEN): boolean {
    const { pathname, search } = new URL(url);
    const path = canonicalPath((pathname + search).slice(0, MAX_PATH));
    if (path === '/robots.txt') return true;
    return findRule(this.rulesOf(agent).paths, path)?.allow ?? true;
  }

  /** Not part of the standard. Undefined without a valid value. */
  crawlDelaySeconds(agent: string = DEFAULT_PRODUCT_TOKEN): number | undefined {
    return this.rulesOf(agent).crawlDelaySeconds;
  }

  get sitemaps(): string[] {
    const resolved = this.file.sitemaps.map((sitemap) => resolveLink(sitemap, this.origin));
    return [...new Set(resolved.filter((url) => url !== undefined))];
  }

  private rulesOf(agent: string): AgentRules {
    const token = productToken(agent) ?? '*';
    let rules = this.byAgent.get(token);
    if (rules === undefined) {
      rules = this.prepare(rulesFor(this.file, token));
      if (this.byAgent.size >= MAX_AGENTS) this.byAgent.clear();
      this.byAgent.set(token, rules);
    }
    return rules;
  }

  private prepare(lines: string[]): AgentRules {
    const delay = parseRobots(`${this.origin}/robots.txt`, ['User-agent: *', ...lines].join('\n')).getCrawlDelay();
    const isUsable = delay !== undefined && Number.isFinite(delay) && delay > 0;
    return { paths: parsePathRules(lines), crawlDelaySeconds: isUsable ? delay : undefined };
  }
}
