import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '@orbweaver/core';
import { durationWithin } from '@orbweaver/platform';
import { type CommandOption, UsageError } from './command';

const HOUR_SECONDS = 3_600;
const overlap = durationWithin(0, MAX_OVERLAP_SECONDS * 1000);

/** `--overlap` of a rotation. */
export const overlapOption = (meaning: string, atZero: string): CommandOption => ({
  description: `${meaning}, such as 30m (default ${DEFAULT_OVERLAP_SECONDS / HOUR_SECONDS}h; 0s: ${atZero})`,
  placeholder: 'TIME',
});

/** @throws UsageError */
export function readOverlapMs({ overlap: text }: Record<string, string | undefined>): number {
  if (text === undefined) return DEFAULT_OVERLAP_SECONDS * 1000;
  const read = overlap.safeParse(text);
  if (read.success) return read.data;
  throw new UsageError(
    `--overlap must be a time from 0s to ${MAX_OVERLAP_SECONDS / HOUR_SECONDS}h, such as 30m or 24h`,
  );
}
