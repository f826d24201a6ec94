import type { CreditBalance } from '@orbweaver/persistence';

/** Means unlimited in responses. */
export const UNLIMITED = 99_999_999;

/** `remaining` is negative if accepted pages cost more than the remaining credits. */
export function countCredits({ limited, granted, used }: CreditBalance): { remaining: number; plan: number } {
  return limited ? { remaining: granted - used, plan: granted } : { remaining: UNLIMITED, plan: UNLIMITED };
}
