import { type Action, explicitWaitMs } from '@orbweaver/core';
import { z } from 'zod';
import { SELECTOR_MAX_CHARS, text } from './bounds';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;
/** The browser types key by key; a longer text would not end in time. */
const MAX_TYPED_CHARS = 50_000;
/** Longer than any key's name. */
const MAX_KEY_CHARS = 100;
/** Room for a library and the script that uses it. */
const MAX_SCRIPT_CHARS = 256 * 1024;

const wait = z
  .object({
    type: z.literal('wait'),
    milliseconds: z.int().positive().optional().describe('How long to wait'),
    selector: text(SELECTOR_MAX_CHARS).min(1).optional().describe('CSS selector of an element to wait for'),
  })
  .refine(
    (action) => (action.milliseconds === undefined) !== (action.selector === undefined),
    "Either 'milliseconds' or 'selector' must be provided, but not both.",
  )
  .meta({
    minProperties: 2,
    not: { properties: { milliseconds: {}, selector: {} }, required: ['milliseconds', 'selector'] },
  })
  .describe('Waits for a time or for an element');

const click = z
  .object({
    type: z.literal('click'),
    selector: text(SELECTOR_MAX_CHARS).min(1).describe('CSS selector'),
    all: z.boolean().default(false).describe('Click every match; then none at all is no error'),
  })
  .describe('Clicks an element; a missing one fails the scrape');

const write = z
  .object({ type: z.literal('write'), text: text(MAX_TYPED_CHARS) })
  .describe('Types text into the focused element; click it first');

const press = z
  .object({ type: z.literal('press'), key: text(MAX_KEY_CHARS).min(1).describe('Name of the key, such as `Enter`') })
  .describe('Presses a key');

const scroll = z
  .object({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    selector: text(SELECTOR_MAX_CHARS)
      .transform((selector) => selector || undefined)
      .optional()
      .describe('Scrolls this element instead of the page; empty: the page'),
  })
  .describe('Scrolls by one screen');

export const screenshotShape = {
  type: z.literal('screenshot'),
  fullPage: z.boolean().default(false),
  quality: z.number().min(1).max(100).optional().describe('Present: JPEG of that quality; absent: PNG'),
};

const scrape = z.object({ type: z.literal('scrape') }).describe('Keeps the URL and the HTML as they are now');

const executeJavascript = z
  .object({ type: z.literal('executeJavascript'), script: text(MAX_SCRIPT_CHARS).min(1) })
  .describe('Runs a script in the page and keeps what it returns');

const pdf = z
  .object({
    type: z.literal('pdf'),
    landscape: z.boolean().default(false),
    scale: z.number().min(0.1).max(2).default(1),
    format: z
      .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
      .default('Letter'),
  })
  .describe('Prints the page');

const others = [click, write, press, scroll, scrape, executeJavascript, pdf] as const;

/** The actions of a version, which brings its own screenshot. Unknown keys of an action are dropped. */
export const actionOf = <S extends ScreenshotAction>(screenshot: S) =>
  z.discriminatedUnion('type', [wait, ...others, screenshot.describe('Takes a screenshot')]);

type ScreenshotAction = z.ZodObject<typeof screenshotShape>;

/** The n8n nodes send an empty object when their user lists no action. */
const noneForEmptyObject = (value: unknown): unknown => (isEmptyObject(value) ? [] : value);

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export const actionList = <A extends z.ZodType>(action: A) =>
  z
    .preprocess(noneForEmptyObject, z.array(action).max(MAX_ACTIONS, `Number of actions cannot exceed ${MAX_ACTIONS}`))
    .default([])
    .describe('Steps that the browser takes before the page is captured, in this order');

export function checkWaitBudget(options: { waitFor: number; actions: Action[] }, context: z.RefinementCtx): void {
  if (options.waitFor + explicitWaitMs(options.actions) <= MAX_WAIT_MS) return;
  context.addIssue({
    code: 'custom',
    path: ['actions'],
    message: 'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
  });
}
