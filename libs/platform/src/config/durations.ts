import { z } from 'zod';

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DURATION = /^(\d+)(ms|s|m|h)$/;
/** 24 days. setTimeout fires after 1 ms for delays above 2 ** 31 - 1 ms. */
const MAX_TIMER_MS = 24 * 24 * 3_600_000;

export const duration = z
  .string()
  .regex(DURATION, 'must be a number with ms, s, m or h, such as 30s')
  .transform((text) => {
    const [, amount, unit] = DURATION.exec(text)!;
    return Number(amount) * UNITS[unit!]!;
  });

export const durationWithin = (minMs: number, maxMs = Number.MAX_SAFE_INTEGER) =>
  duration.refine((ms) => ms >= minMs && ms <= maxMs, {
    error:
      maxMs === Number.MAX_SAFE_INTEGER
        ? `must be at least ${inWords(minMs)}`
        : `must be from ${inWords(minMs)} to ${inWords(maxMs)}`,
  });

export const timerDuration = (minMs: number) => durationWithin(minMs, MAX_TIMER_MS);

function inWords(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

export const durationList = z.string().transform((text, context) => {
  const items = text.split(',').map((item) => item.trim());
  const parsed = z.array(duration).safeParse(items);
  if (parsed.success) return parsed.data;
  const wrong = items.filter((item) => !duration.safeParse(item).success).map((item) => `"${item}"`);
  context.addIssue({ code: 'custom', message: `must be a comma list such as 1m,5m,1h, not ${wrong.join(', ')}` });
  return z.NEVER;
});
