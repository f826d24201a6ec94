interface RobotsGroup {
  /** Lower-case product tokens, or `*`. */
  agents: Set<string>;
  rules: string[];
}

export interface RobotsFile {
  groups: RobotsGroup[];
  sitemaps: string[];
}

/**
 * Parses robots.txt by RFC 9309 where robots-parser 3.0.1 deviates: byte order marks, groups without rules, other lines
 * between User-agent lines, agents followed by words (`MyBot (fast)`), common misspellings (`Disalow`), copies of rules
 * per agent (memory), and equivalent or wildcard escapes (`%7E`, `%2A`, `%24`).
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
      // A rule for `/a/index.html` also allows `/a/`, like Google's parser.
      const directory = name === 'allow' ? /^(.*\/)index\.html?$/.exec(canonical)?.[1] : undefined;
      if (directory !== undefined) group.rules.push(`allow: ${directory}$`);
    }
  }
  return file;
}

export function rulesFor(file: RobotsFile, agent: string): string[] {
  const named = file.groups.filter((group) => group.agents.has(agent.toLowerCase()));
  const groups = named.length > 0 ? named : file.groups.filter((group) => group.agents.has('*'));
  return groups.flatMap((group) => group.rules);
}

/** Characters. Regular files have a few kilobytes of wildcard rules; more would slow down every check. */
const WILDCARD_BUDGET = 32 * 1024;

/** The field names of the standard and the misspellings that Google's parser accepts. */
const fields = new Map<string, string>(
  Object.entries({
    'user-agent': ['user-agent', 'useragent', 'user agent'],
    disallow: ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
    allow: ['allow'],
    sitemap: ['sitemap', 'site-map'],
    'crawl-delay': ['crawl-delay', 'crawldelay'],
  }).flatMap(([field, spellings]) => spellings.map((spelling) => [spelling, field] as const)),
);

function* readFields(text: string): Generator<[name: string, value: string]> {
  // A truncated byte order mark decodes to U+FFFD.
  for (const line of text.replace(/^[\uFEFF\uFFFD]/, '').split(/\r\n|\r|\n/)) {
    const content = line.replace(/#.*$/s, '').trim();
    const colon = content.indexOf(':');
    const name = fieldOf(colon < 0 ? '' : content.slice(0, colon));
    if (name !== undefined) {
      yield [name, content.slice(colon + 1).trim()];
      continue;
    }
    // Without a colon, exactly one word must follow; otherwise any sentence would be a field.
    const [first, value, ...rest] = content.split(/\s+/, 3);
    const bare = fieldOf(first ?? '');
    if (bare !== undefined && value !== undefined && rest.length === 0) yield [bare, value];
  }
}

const fieldOf = (name: string) => fields.get(name.trim().toLowerCase());

/** The product token of a User-Agent: `MyBot` of `MyBot/1.0 (+https://…)`, or `*`. */
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
 * Normalizes escapes: upper case, only where needed, and for literal wildcard characters. Unescaped characters are
 * those of encodeURI.
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
  const bytes = new TextEncoder().encode(character);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
