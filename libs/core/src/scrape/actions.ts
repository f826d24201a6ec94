import { z } from 'zod';
import { Viewport } from './formats';

/** The actions by type. The wire schemas of the gateway add defaults and limits. */
export const actionSchemas = {
  wait: z.object({
    type: z.literal('wait'),
    milliseconds: z.int().positive().optional(),
    selector: z.string().optional(),
  }),
  click: z.object({ type: z.literal('click'), selector: z.string(), all: z.boolean() }),
  write: z.object({ type: z.literal('write'), text: z.string() }),
  press: z.object({ type: z.literal('press'), key: z.string() }),
  scroll: z.object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']),
    selector: z.string().optional(),
  }),
  screenshot: z.object({
    type: z.literal('screenshot'),
    fullPage: z.boolean(),
    quality: z.number().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  }),
  scrape: z.object({ type: z.literal('scrape') }),
  executeJavascript: z.object({ type: z.literal('executeJavascript'), script: z.string() }),
  pdf: z.object({
    type: z.literal('pdf'),
    landscape: z.boolean(),
    scale: z.number(),
    format: z.enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger']),
  }),
};

const { wait, click, write, press, scroll, screenshot, scrape, executeJavascript, pdf } = actionSchemas;

/** A step that the browser performs before the page is captured. */
export const Action = z.discriminatedUnion('type', [
  wait,
  click,
  write,
  press,
  scroll,
  screenshot,
  scrape,
  executeJavascript,
  pdf,
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
