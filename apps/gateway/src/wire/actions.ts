import { type Action, actionSchemas, explicitWaitMs } from '@orbweaver/core';
import { z } from 'zod';
import { SELECTOR_MAX_CHARS, text } from './bounds';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;
/** Typing is slow: a longer text would exceed the timeout. */
const MAX_TYPED_CHARS = 50_000;
/** Longer than the name of any key. */
const MAX_KEY_CHARS = 100;
/** Enough for a library and a script that uses it. */
const MAX_SCRIPT_CHARS = 256 * 1024;

const { screenshot } = actionSchemas;

const wait = actionSchemas.wait
  .extend({
    milliseconds: actionSchemas.wait.shape.milliseconds.describe('How long to wait'),
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

const click = actionSchemas.click
  .extend({
    selector: text(SELECTOR_MAX_CHARS).min(1).describe('CSS selector'),
    all: actionSchemas.click.shape.all.default(false).describe('Click all matches, and do not fail without a match'),
  })
  .describe('Clicks an element. Fails the scrape if there is none');

const write = actionSchemas.write
  .extend({ text: text(MAX_TYPED_CHARS) })
  .describe('Types text into the focused element. Click the element first');

const press = actionSchemas.press
  .extend({ key: text(MAX_KEY_CHARS).min(1).describe('Name of the key, such as `Enter`') })
  .describe('Presses a key');

const scroll = actionSchemas.scroll
  .extend({
    direction: actionSchemas.scroll.shape.direction.default('down'),
    selector: text(SELECTOR_MAX_CHARS)
      .transform((selector) => selector || undefined)
      .optional()
      .describe('Element to scroll. Default: the page'),
  })
  .describe('Scrolls by one screen');

export const screenshotShape = {
  type: screenshot.shape.type,
  fullPage: screenshot.shape.fullPage.default(false),
  quality: screenshot.shape.quality.describe('JPEG quality. Default: PNG'),
};

const scrape = actionSchemas.scrape.describe('Returns the current URL and HTML');

const executeJavascript = actionSchemas.executeJavascript
  .extend({ script: text(MAX_SCRIPT_CHARS).min(1) })
  .describe('Runs a script in the page and returns its result');

const pdf = actionSchemas.pdf
  .extend({
    landscape: actionSchemas.pdf.shape.landscape.default(false),
    scale: actionSchemas.pdf.shape.scale.min(0.1).max(2).default(1),
    format: actionSchemas.pdf.shape.format.default('Letter'),
  })
  .describe('Prints the page as PDF');

const others = [click, write, press, scroll, scrape, executeJavascript, pdf] as const;

/** The actions of a version with its screenshot schema. Unknown keys are ignored. */
export const actionOf = <S extends ScreenshotAction>(screenshot: S) =>
  z.discriminatedUnion('type', [wait, ...others, screenshot.describe('Takes a screenshot')]);

type ScreenshotAction = z.ZodObject<typeof screenshotShape>;

/** The n8n nodes send an empty object without actions. */
const noneForEmptyObject = (value: unknown): unknown => (isEmptyObject(value) ? [] : value);

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

export const actionList = <A extends z.ZodType>(action: A) =>
  z
    .preprocess(noneForEmptyObject, z.array(action).max(MAX_ACTIONS, `Number of actions cannot exceed ${MAX_ACTIONS}`))
    .default([])
    .describe('Steps performed in the browser before the page is captured, in order');

export function checkWaitBudget(options: { waitFor: number; actions: Action[] }, context: z.RefinementCtx): void {
  if (options.waitFor + explicitWaitMs(options.actions) <= MAX_WAIT_MS) return;
  context.addIssue({
    code: 'custom',
    path: ['actions'],
    message: 'Total wait time (waitFor + wait actions) cannot exceed 60 seconds',
  });
}
