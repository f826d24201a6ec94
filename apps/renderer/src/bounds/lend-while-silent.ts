import type { Loan, Priority, Slots } from './slots';

/** Most sites have answered by then. One that has not may hang for the whole time of its page. */
const SILENT_AFTER_MS = 1_000;

/**
 * Asks a site for something. While it is silent, others use the slots that the page holds: some hosts that hang would
 * otherwise have all of them, and pages of living hosts would wait. `ask` awaits what it is given once the site has
 * answered, before it takes the body.
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
