import { z } from 'zod';
import { Viewport } from './formats';

export const Action = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('wait'),
    milliseconds: z.int().positive().optional(),
    selector: z.string().optional(),
  }),
  z.object({ type: z.literal('click'), selector: z.string(), all: z.boolean() }),
  z.object({ type: z.literal('write'), text: z.string() }),
  z.object({ type: z.literal('press'), key: z.string() }),
  z.object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']),
    selector: z.string().optional(),
  }),
  z.object({
    type: z.literal('screenshot'),
    fullPage: z.boolean(),
    quality: z.number().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  }),
  z.object({ type: z.literal('scrape') }),
  z.object({ type: z.literal('executeJavascript'), script: z.string() }),
  z.object({
    type: z.literal('pdf'),
    landscape: z.boolean(),
    scale: z.number(),
    format: z.enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger']),
  }),
]);
export type Action = z.infer<typeof Action>;

/** Time that a wait for a selector adds to the request's time budget. */
const SELECTOR_WAIT_MS = 1000;

export function explicitWaitMs(actions: readonly Action[]): number {
  return actions.reduce((sum, action) => {
    if (action.type !== 'wait') return sum;
    return sum + (action.milliseconds ?? SELECTOR_WAIT_MS);
  }, 0);
}
