import { TEAM_LIMIT_DESCRIPTIONS, type TeamLimits, teamLimitNames } from '@orbweaver/core';
import { faultOfRetention } from '@orbweaver/platform';
import type { AdminConfig } from './admin.config';
import { UsageError } from './command';
import { readLimit } from './read-option';

type Limit = keyof TeamLimits;

/** Options and values of the switches. All other limits are numbers. */
const SWITCHES: Partial<Record<Limit, { option: string; on: string; off: string }>> = {
  creditsLimited: { option: 'credits', on: 'limited', off: 'unlimited' },
  zeroDataRetention: { option: 'zero-data-retention', on: 'on', off: 'off' },
};

const optionOf = (limit: Limit) =>
  SWITCHES[limit]?.option ?? limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const placeholderOf = (limit: Limit) => {
  const words = SWITCHES[limit];
  return words === undefined ? 'N|none' : `${words.on}|${words.off}`;
};

export const teamLimitOptions = Object.fromEntries(
  teamLimitNames.map((limit) => [
    optionOf(limit),
    { description: TEAM_LIMIT_DESCRIPTIONS[limit], placeholder: placeholderOf(limit) },
  ]),
);

/** The limits on the command line. @throws UsageError */
export function readTeamLimits(
  options: Record<string, string | undefined>,
  config: Pick<AdminConfig, 'JOB_TTL' | 'JOB_TTL_MAX'>,
): Partial<TeamLimits> {
  const limits: Partial<TeamLimits> = Object.fromEntries(
    teamLimitNames.flatMap((limit) => {
      const text = options[optionOf(limit)];
      return text === undefined ? [] : [[limit, readValue(limit, text)]];
    }),
  );
  const fault = faultOfRetention(limits.retentionHours, config);
  if (fault !== undefined) throw new UsageError(`--${optionOf('retentionHours')} ${fault}`);
  return limits;
}

function readValue(limit: Limit, text: string): number | boolean | null {
  const words = SWITCHES[limit];
  if (words === undefined) return readLimit(optionOf(limit), text);
  if (text !== words.on && text !== words.off) {
    throw new UsageError(`--${words.option} must be ${words.on} or ${words.off}`);
  }
  return text === words.on;
}
