import type { ScrapeSpec } from '@orbweaver/core';
import type { z } from 'zod';
import { meantKeys } from '../errors/advise-on-keys';
import { knownKeys } from '../errors/known-keys';
import { nameKeys, oneOf } from '../errors/wording';

/**
 * The warning for keys inside options that are no error and mean nothing, by their paths, with those that were probably
 * meant; undefined without any. `sent`: the body; `read`: what its `schema` made of it.
 */
export function warnOfDroppedKeys(schema: z.ZodType, sent: unknown, read: unknown): string | undefined {
  const dropped = [...findDropped(sent, read, [])];
  if (dropped.length === 0) return undefined;
  const paths = dropped.map((path) => path.join('.'));
  const meant = dropped.slice(0, MAX_ADVISED_KEYS).flatMap((path) => {
    const place = path.slice(0, -1);
    const known = knownKeys(schema, place);
    // It may be a key of another action.
    const unknown = path.slice(-1).filter((key) => !known.includes(key));
    return meantKeys(unknown, known).map((key) => [...place, key].join('.'));
  });
  const advice = meant.length === 0 ? '' : ` Did you mean ${oneOf([...new Set(meant)], 'and')}?`;
  return `Unknown keys, which were ignored: ${nameKeys(paths, '')}.${advice}`;
}

/** As many as the sentence names. */
const MAX_ADVISED_KEYS = 5;

/** Documents bear the warning: who waits for a job with a client sees those, and not its first answer. */
export const withWarning = (scrape: ScrapeSpec, warning: string | undefined): ScrapeSpec =>
  warning === undefined ? scrape : { ...scrape, warnings: [warning] };

function* findDropped(sent: unknown, read: unknown, path: readonly string[]): Generator<string[]> {
  if (sent === read || !isObject(sent) || !isObject(read)) return;
  if (Array.isArray(sent)) {
    if (!Array.isArray(read)) return;
    // By index, as a list may hold half a million URLs.
    for (let index = 0; index < sent.length; index++) {
      if (isObject(sent[index])) yield* findDropped(sent[index], read[index], [...path, String(index)]);
    }
    return;
  }
  for (const [key, value] of Object.entries(sent)) {
    if (Object.hasOwn(read, key)) yield* findDropped(value, read[key], [...path, key]);
    // Null asks for nothing.
    else if (value !== null) yield [...path, key];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
