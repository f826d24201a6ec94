import type { CreditBalance } from '@orbweaver/persistence';

/** Stands for "unlimited" in answers. */
export const UNLIMITED = 99_999_999;

/** `remaining` is below zero when accepted pages cost more than was left. */
export function countCredits({ limited, granted, used }: CreditBalance): { remaining: number; plan: number } {
  return limited ? { remaining: granted - used, plan: granted } : { remaining: UNLIMITED, plan: UNLIMITED };
}
