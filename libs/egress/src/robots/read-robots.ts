/** Rules that count for all of `agents`. */
interface RobotsGroup {
  /** Product tokens in lower case, or `*`. */
  agents: Set<string>;
  /** Lines `allow: …`, `disallow: …` and `crawl-delay: …`, their paths canonical. */
  rules: string[];
}

export interface RobotsFile {
  groups: RobotsGroup[];
  /** As written. */
  sitemaps: string[];
}

/**
 * Reads a robots.txt as RFC 9309 means it, where robots-parser 3.0.1 does not:
 * - a UTF-8 byte order mark hides the first line;
 * - a group without rules is not kept, so its agent falls under `*` instead of being allowed everything;
 * - any other line (`Sitemap:`) between two User-agent lines splits their group, which it must not;
 * - an agent is compared whole, so `MyBot (fast)` is not MyBot;
 * - fields misspelt in the usual ways (`Disalow`, `Useragent`) are not heard, which Google's parser does hear;
 * - every agent of a group gets a copy of its rules: thousands of both would fill the memory;
 * - `/%7Ejoe` and `/~joe` differ, `%2A` and `%24` are not told from the wildcards, and neither is a `$` amid a rule.
 * For the last, the paths of rules and of URLs are both made canonical.
 */
export function readRobots(text: string): RobotsFile {
  const file: RobotsFile = { groups: [], sitemaps: [] };
  let group: RobotsGroup | undefined;
  let isInAgents = false;
  let wildcardBudget = WILDCARD_BUDGET;
  for (const [name, value] of readFields(text)) {
    if (name === 'user-agent') {
      if (group === undefined || !isInAgents) {
        group = { agents: new Set(), rules: [] };
        file.groups.push(group);
      }
      isInAgents = true;
      const agent = productToken(value);
      if (agent !== undefined) group.agents.add(agent.toLowerCase());
    } else if (name === 'sitemap') {
      file.sitemaps.push(value);
    } else if (name === 'allow' || name === 'disallow' || name === 'crawl-delay') {
      isInAgents = false;
      if (group === undefined || group.agents.size === 0) continue;
      const canonical = name === 'crawl-delay' ? value : canonicalRule(value);
      if (canonical.includes('*')) {
        wildcardBudget -= canonical.length;
        if (wildcardBudget < 0) continue;
      }
      group.rules.push(`${name}: ${canonical}`);
      // A file that allows `/a/index.html` also allows `/a/`, the same page; Google reads it so, too.
      const directory = name === 'allow' ? /^(.*\/)index\.html?$/.exec(canonical)?.[1] : undefined;
      if (directory !== undefined) group.rules.push(`allow: ${directory}$`);
    }
  }
  return file;
}

/** The rules for one agent: those of its own groups, else those of `*`. */
export function rulesFor(file: RobotsFile, agent: string): string[] {
  const named = file.groups.filter((group) => group.agents.has(agent.toLowerCase()));
  const groups = named.length > 0 ? named : file.groups.filter((group) => group.agents.has('*'));
  return groups.flatMap((group) => group.rules);
}

/** Characters. All wildcard rules of an honest file have a few kilobytes; more are meant to slow every check. */
const WILDCARD_BUDGET = 32 * 1024;

/** The spellings of each field: those of the standard, and the slips that Google's parser forgives. */
const fields = new Map<string, string>(
  Object.entries({
    'user-agent': ['user-agent', 'useragent', 'user agent'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    allow: ['allow'],
    sitemap: ['sitemap', 'site-map'],
    'crawl-delay': ['crawl-delay', 'crawldelay'],
  }).flatMap(([field, spellings]) => spellings.map((spelling) => [spelling, field] as const)),
);

/** The known fields, in order, without comments. */
function* readFields(text: string): Generator<[name: string, value: string]> {
  // Half a byte order mark was decoded as U+FFFD.
  for (const line of text.replace(/^[\uFEFF\uFFFD]/, '').split(/\r\n|\r|\n/)) {
    const content = line.replace(/#.*$/s, '').trim();
    const colon = content.indexOf(':');
    const name = fieldOf(colon < 0 ? '' : content.slice(0, colon));
    if (name !== undefined) {
      yield [name, content.slice(colon + 1).trim()];
      continue;
    }
    // Without a colon, a field has exactly one word after its name; otherwise any sentence would be a field.
    const [first, value, ...rest] = content.split(/\s+/, 3);
    const bare = fieldOf(first ?? '');
    if (bare !== undefined && value !== undefined && rest.length === 0) yield [bare, value];
  }
}

const fieldOf = (name: string) => fields.get(name.trim().toLowerCase());

/**
 * The part of an agent's name that robots.txt uses: `MyBot` of `MyBot/1.0 (+https://…)`; `*`; undefined when there is
 * none.
 */
export function productToken(agent: string): string | undefined {
  return /^(?:\*(?!\S)|[a-z0-9_.-]+)/i.exec(agent.trim())?.[0];
}

function canonicalRule(rule: string): string {
  const isAnchored = rule.endsWith('$');
  const path = isAnchored ? rule.slice(0, -1) : rule;
  const parts = path.split(/\*+/).map((part) => canonicalPath(part));
  return parts.join('*') + (isAnchored ? '$' : '');
}

/**
 * One spelling for all forms of the same path: escapes in upper case, only where needed, and for every character that a
 * rule would read as a wildcard. The plain characters are those of encodeURI.
 */
export function canonicalPath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[a-z0-9._~-]/i.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/[^a-z0-9\-._~;,/?:@&=+!'()#%]/giu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  // A lone surrogate has no UTF-8 form; TextEncoder makes it U+FFFD.
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
