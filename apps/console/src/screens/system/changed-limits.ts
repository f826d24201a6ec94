import type { Fields } from '../../parts/form';

export interface Hosts {
  allowed: string[];
  closed: string[];
}

export interface Limits {
  maxConcurrency: number | null;
  scrapesPerMinute: number | null;
  jobsPerMinute: number | null;
  retentionHours: number | null;
  creditsLimited: boolean;
  zeroDataRetention: boolean;
}

export const countNames = ['maxConcurrency', 'scrapesPerMinute', 'jobsPerMinute', 'retentionHours'] as const;
export const switchNames = ['creditsLimited', 'zeroDataRetention'] as const;
export const hostListNames = ['allowed', 'closed'] as const;

type Changes = Partial<Limits> & { hosts?: Partial<Hosts> };

/** The fields that differ from the team when the form was opened, so that saving keeps other changes made since. */
export function changedLimits(opened: Limits & { hosts: Hosts }, fields: Fields): Changes {
  const entered = [
    ...countNames.map((name) => [name, fields[name] === '' ? null : Number(fields[name])] as const),
    ...switchNames.map((name) => [name, name in fields] as const),
  ];
  const hosts = hostListNames
    .map((list) => [list, entriesOf(fields[list])] as const)
    .filter(([list, entries]) => !isSameList(entries, opened.hosts[list]));
  return {
    ...Object.fromEntries(entered.filter(([name, value]) => value !== opened[name])),
    ...(hosts.length === 0 ? {} : { hosts: Object.fromEntries(hosts) }),
  };
}

const entriesOf = (text = ''): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();
