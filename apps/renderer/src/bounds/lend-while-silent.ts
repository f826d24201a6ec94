import type { Loan, Priority, Slots } from './slots';

/** Most sites have responded by then. */
const SILENT_AFTER_MS = 1_000;

/**
 * Sends a request, and lends the page's slots to other pages while the site is silent: hanging hosts would otherwise
 * occupy all slots. `ask` must await its argument when the site has responded, before it reads the body.
 */
export async function lendWhileSilent<T>(
  slots: readonly Slots[],
  { priority, signal }: { priority: Priority; signal: AbortSignal },
  ask: (hasAnswered: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let loans: Loan[] = [];
  const timer = setTimeout(() => {
    loans = slots.flatMap((one) => one.lend(priority) ?? []);
  }, SILENT_AFTER_MS);
  const takeBack = async (until: AbortSignal) => {
    clearTimeout(timer);
    const lent = loans;
    loans = [];
    for (const loan of lent) await loan.takeBack(until);
  };
  try {
    return await ask(() => takeBack(signal));
  } finally {
    await takeBack(AbortSignal.abort());
  }
}
