import { resolveLink } from '@orbweaver/core';
import parseRobots from 'robots-parser';
import { findRule, type PathRule, parsePathRules } from './find-rule';
import { canonicalPath, productToken, type RobotsFile, readRobots, rulesFor } from './read-robots';

/** The name that sites address us by, unless a crawl brings one of its own. */
const DEFAULT_PRODUCT_TOKEN = 'Orbweaver';

/** Longer paths are measured by their beginning: the cost of a check grows with the path. */
const MAX_PATH = 4096;
/**
 * Comparisons. robots-parser looks at every rule for every character of the path: a hundred rules cost it 0.1 ms a URL,
 * and a page may have a hundred thousand links. A large file would cost it seconds.
 */
const MAX_PARSER_STEPS = 2_000;
/** One crawl asks for one agent; the rules of an origin are kept for many crawls. */
const MAX_AGENTS = 20;

interface AgentRules {
  parser: ReturnType<typeof parseRobots>;
  paths: PathRule[];
  /** What robots-parser does for each character of a path. */
  stepsPerCharacter: number;
}

/** The rules of one robots.txt (RFC 9309) for the URLs of its origin. Which file a URL belongs to is for the caller to know. */
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
    const { parser, paths, stepsPerCharacter } = this.rulesOf(agent);
    if (stepsPerCharacter * path.length > MAX_PARSER_STEPS) return findRule(paths, path)?.allow ?? true;
    // The parser has no answer (undefined) for another origin, so it is asked about its own.
    return parser.isAllowed(this.origin + path) ?? true;
  }

  /** Not part of the standard; undefined when the file says nothing usable. */
  crawlDelaySeconds(agent: string = DEFAULT_PRODUCT_TOKEN): number | undefined {
    const delay = this.rulesOf(agent).parser.getCrawlDelay();
    return delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay : undefined;
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
    const paths = parsePathRules(lines);
    const wildcards = paths.filter(({ rest }) => rest.length > 0).reduce((sum, { length }) => sum + length, 0);
    return {
      parser: parseRobots(`${this.origin}/robots.txt`, ['User-agent: *', ...lines].join('\n')),
      paths,
      stepsPerCharacter: paths.length + wildcards,
    };
  }
}
