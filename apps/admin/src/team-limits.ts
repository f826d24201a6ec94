import type { TeamLimits } from '@orbweaver/core';
import { UsageError } from './command';
import { readLimit } from './read-option';

export const teamLimitOptions = {
  'max-concurrency': {
    description: 'pages of the team that may be rendered at once, scrapes and pages of jobs together',
    placeholder: 'N|none',
  },
  'scrapes-per-minute': { description: 'requests for a scrape within a minute', placeholder: 'N|none' },
  'jobs-per-minute': { description: 'requests for a batch or a crawl within a minute', placeholder: 'N|none' },
  credits: {
    description: 'whether work that the credits of the team do not cover is refused',
    placeholder: 'limited|unlimited',
  },
  'zero-data-retention': {
    description:
      'whether nothing of any page is kept: every request is one with zeroDataRetention, 1 credit more a page',
    placeholder: 'on|off',
  },
} as const;

/** The limits on the command line. @throws UsageError */
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
