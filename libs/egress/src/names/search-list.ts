export interface SearchRules {
  search: readonly string[];
  /** Names with fewer dots are tried with suffixes first. */
  ndots: number;
}

const MAX_NDOTS = 15;

export function parseSearchRules(text: string): SearchRules {
  let search: string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword !== 'options') continue;
    const given = values.map((value) => /^ndots:(\d+)$/.exec(value)?.[1]).findLast((value) => value !== undefined);
    if (given !== undefined) ndots = Math.min(Number(given), MAX_NDOTS);
  }
  const domains = search.map((domain) => domain.toLowerCase().replace(/\.$/, '')).filter((domain) => domain !== '');
  return { search: [...new Set(domains)], ndots };
}

/** The complete forms of a name, in the C library's order. */
export function completeNames(name: string, { search, ndots }: SearchRules): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const below = search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...below] : [...below, name];
}
