/** Warns if the team has limited credits and none are left. */
export function warnOfUsedCredits(
  name: string,
  { limited, granted, used }: { limited: boolean; granted: number; used: number },
): string | undefined {
  if (!limited || granted > used) return undefined;
  const state = granted === used ? 'has no credits left' : `is overdrawn by ${used - granted} credits`;
  return `The team ${state}, so its requests get 402. Grant credits: orbweaver credits grant --team "${name}" --amount N`;
}
