import type { SkipReason } from '../skip-reason';

/** The rules as shown to callers: the request field where there is one. `maxDepth` exists in v1 only. A closed list. */
export const skipRules = [
  'url',
  'allowExternalLinks',
  'excludePaths',
  'includePaths',
  'maxDiscoveryDepth',
  'maxDepth',
  'crawlEntireDomain',
  'file-type',
  'trap',
  'sitemap',
  'robots.txt',
  'team-hosts',
  'limit',
  'redirect',
  'cancel',
] as const;

export type SkipRule = (typeof skipRules)[number];

export const ruleOf: Readonly<Record<SkipReason, SkipRule>> = {
  'invalid-url': 'url',
  fragment: 'url',
  external: 'allowExternalLinks',
  backward: 'crawlEntireDomain',
  excluded: 'excludePaths',
  'not-included': 'includePaths',
  'discovery-depth': 'maxDiscoveryDepth',
  'path-depth': 'maxDepth',
  'file-type': 'file-type',
  trap: 'trap',
  robots: 'robots.txt',
  'closed-host': 'team-hosts',
  limit: 'limit',
  redirected: 'redirect',
  cancelled: 'cancel',
};
