import type { TrapKind } from './recognize-trap';
import { trapKind } from './trap-family';

const names: Record<TrapKind, string> = {
  'repeating-path': 'a path that repeats itself',
  'deep-path': 'ever deeper paths',
  'long-url': 'ever longer URLs',
  'session-id': 'session ids',
  calendar: 'a calendar',
  facets: 'combinations of filters',
};

const MAX_EXAMPLE_CHARACTERS = 300;

/** The warning for a job that left out URLs as traps. `example`: any URL with the skip reason `trap`. */
export function explainTrap(example: string): string {
  const url = new URL(example);
  const kind = trapKind(url);
  const trap = kind === undefined ? 'URLs without end' : names[kind];
  const shown = example.length > MAX_EXAMPLE_CHARACTERS ? `${example.slice(0, MAX_EXAMPLE_CHARACTERS)}…` : example;
  return `The site makes up URLs without end, so some were left out: ${trap}, for example ${shown}. Use excludePaths to keep the crawl away from there, or list in a sitemap what you need.`;
}
