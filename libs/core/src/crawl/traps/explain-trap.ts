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

export function explainTrap(example: string): string {
  const url = new URL(example);
  const kind = trapKind(url);
  const trap = kind === undefined ? 'an unlimited number of URLs' : names[kind];
  const shown = example.length > MAX_EXAMPLE_CHARACTERS ? `${example.slice(0, MAX_EXAMPLE_CHARACTERS)}…` : example;
  return `Some URLs were skipped because the site generates an unlimited number of them: ${trap}, for example ${shown}. Exclude them with excludePaths, or add the pages you need to a sitemap.`;
}
