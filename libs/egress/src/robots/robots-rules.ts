import { resolveLink } from '@orbweaver/core';
import parseRobots from 'robots-parser';
import { findRule, type PathRule, parsePathRules } from './find-rule';
import { canonicalPath, productToken, type RobotsFile, readRobots, rulesFor } from './read-robots';

/** The product token of a crawl that brings none of its own. */
const DEFAULT_PRODUCT_TOKEN = 'Orbweaver';

/** Longer paths are judged by their beginning: the cost of a check grows with the path. */
const MAX_PATH = 4096;
/** A crawl asks for one agent, and the rules of an origin serve many crawls. */
const MAX_AGENTS = 20;

interface AgentRules {
  paths: PathRule[];
  crawlDelaySeconds: number | undefined;
}

/**
 * The rules of one robots.txt (RFC 9309) for the URLs of its origin. The caller knows which file a URL belongs to.
 *
 * robots-parser reads the crawl delay. It does not match paths: it compares every rule with every character of a path,
 * so a hundred rules cost 0.1 ms a URL, a page may have a hundred thousand links, and a large file would cost seconds
 * (see findRule, which a property test holds to robots-parser's answers). It does not read the file either: see
 * readRobots for the cases in which it errs.
 */
export class RobotsRules {
  private readonly file: RobotsFile;
  private readonly origin: string;
  private readonly byAgent = new Map<string, AgentRules>();

  /** `text` as fetchRobots gives it; an empty text allows everything. */
  constructor(text: string, origin: string) {
    this.origin = new URL(origin).origin;
    this.file = readRobots(text);
  }

  /** `agent`: a product token, or a User-Agent that begins with one. */
  isAllowed(url: string, agent: string = DEFAULT_PRODUCT_TOKEN): boolean {
    const { pathname, search } = new URL(url);
    const path = canonicalPath((pathname + search).slice(0, MAX_PATH));
    if (path === '/robots.txt') return true;
    return findRule(this.rulesOf(agent).paths, path)?.allow ?? true;
  }

  /** Not part of the standard; undefined when the file says nothing usable. */
  crawlDelaySeconds(agent: string = DEFAULT_PRODUCT_TOKEN): number | undefined {
    return this.rulesOf(agent).crawlDelaySeconds;
  }

  /** Absolute http(s) URLs, each once, in the order of the file. */
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
