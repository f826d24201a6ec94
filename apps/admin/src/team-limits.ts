import type { TeamLimits } from '@orbweaver/core';
import { UsageError } from './command';
import { readLimit } from './read-option';

export const teamLimitOptions = {
  'max-concurrency': {
    description: 'maximum concurrent pages of scrapes and jobs',
    placeholder: 'N|none',
  },
  'scrapes-per-minute': { description: 'maximum scrape requests per minute', placeholder: 'N|none' },
  'jobs-per-minute': { description: 'maximum batch and crawl requests per minute', placeholder: 'N|none' },
  credits: {
    description: 'limited: reject requests that exceed the credits of the team',
    placeholder: 'limited|unlimited',
  },
  'zero-data-retention': {
    description: 'on: enforce zeroDataRetention for every request, at 1 additional credit per page',
    placeholder: 'on|off',
  },
} as const;

/** @throws UsageError */
export function readTeamLimits(options: Record<string, string | undefined>): Partial<TeamLimits> {
  const limit = (name: keyof typeof teamLimitOptions) => {
    const text = options[name];
    return text === undefined ? undefined : readLimit(name, text);
  };
  return {
    maxConcurrency: limit('max-concurrency'),
    scrapesPerMinute: limit('scrapes-per-minute'),
    jobsPerMinute: limit('jobs-per-minute'),
    creditsLimited: readCredits(options.credits),
    zeroDataRetention: readSwitch('zero-data-retention', options['zero-data-retention']),
  };
}

function readCredits(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'limited' && text !== 'unlimited') throw new UsageError('--credits must be limited or unlimited');
  return text === 'limited';
}

function readSwitch(name: keyof typeof teamLimitOptions, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${name} must be on or off`);
  return text === 'on';
}
