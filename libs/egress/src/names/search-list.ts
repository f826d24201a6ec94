/** What resolv.conf(5) says about incomplete names. */
export interface SearchRules {
  /** Domains that are appended to a name. */
  search: readonly string[];
  /** A name with fewer dots is looked for below the domains first. */
  ndots: number;
}

/** glibc's bound. */
const MAX_NDOTS = 15;

export function parseSearchRules(text: string): SearchRules {
  let search: string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    // The last of several lines counts.
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword !== 'options') continue;
    const given = values.map((value) => /^ndots:(\d+)$/.exec(value)?.[1]).findLast((value) => value !== undefined);
    if (given !== undefined) ndots = Math.min(Number(given), MAX_NDOTS);
  }
  const domains = search.map((domain) => domain.toLowerCase().replace(/\.$/, '')).filter((domain) => domain !== '');
  return { search: [...new Set(domains)], ndots };
}

/** The complete names that a name may stand for, in the order in which the C library asks. */
export function completeNames(name: string, { search, ndots }: SearchRules): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const below = search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...below] : [...below, name];
}
