import type { ScrapeSpec } from '@orbweaver/core';
import { nameKeys } from '../errors/wording';

/**
 * The warning for keys inside options that are no error and mean nothing, by their paths; undefined without any.
 * `sent`: the body; `read`: what its schema made of it.
 */
export function warnOfDroppedKeys(sent: unknown, read: unknown): string | undefined {
  const dropped = [...findDropped(sent, read, '')];
  return dropped.length === 0 ? undefined : `Unknown keys, which were ignored: ${nameKeys(dropped, '')}.`;
}

/** Documents bear the warning: who waits for a job with a client sees those, and not its first answer. */
export const withWarning = (scrape: ScrapeSpec, warning: string | undefined): ScrapeSpec =>
  warning === undefined ? scrape : { ...scrape, warnings: [warning] };

function* findDropped(sent: unknown, read: unknown, path: string): Generator<string> {
  if (sent === read || !isObject(sent) || !isObject(read)) return;
  if (Array.isArray(sent)) {
    if (!Array.isArray(read)) return;
    // By index, as a list may hold half a million URLs.
    for (let index = 0; index < sent.length; index++) {
      if (isObject(sent[index])) yield* findDropped(sent[index], read[index], `${path}${index}.`);
    }
    return;
  }
  for (const [key, value] of Object.entries(sent)) {
    if (Object.hasOwn(read, key)) yield* findDropped(value, read[key], `${path}${key}.`);
    // Null asks for nothing.
    else if (value !== null) yield `${path}${key}`;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
