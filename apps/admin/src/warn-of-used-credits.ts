/** What a team meets whose credits are limited and used up; undefined: some are left, or they are not limited. */
export function warnOfUsedCredits(
  name: string,
  { limited, granted, used }: { limited: boolean; granted: number; used: number },
): string | undefined {
  if (!limited || granted > used) return undefined;
  const state =
    granted === used ? 'has no credits left' : `has used ${used - granted} credits more than it was granted`;
  return `The team ${state}: its requests are answered 402. Grant more: orbweaver credits grant --team "${name}" --amount N`;
}
