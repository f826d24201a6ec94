import type { ScrapeSpec } from '@orbweaver/core';
import type { z } from 'zod';
import { similarKeys } from '../errors/advise-on-keys';
import { knownKeys } from '../errors/known-keys';
import { nameKeys, oneOf } from '../errors/wording';

/** Warns of unknown keys that a non-strict schema ignored, and suggests similar keys. @param read the parsed body */
export function warnOfDroppedKeys(schema: z.ZodType, sent: unknown, read: unknown): string | undefined {
  const dropped = [...findDropped(sent, read, [])];
  if (dropped.length === 0) return undefined;
  const paths = dropped.map((path) => path.join('.'));
  const similar = dropped.slice(0, MAX_ADVISED_KEYS).flatMap((path) => {
    const place = path.slice(0, -1);
    const known = knownKeys(schema, place);
    // A known key can belong to another union member.
    const unknown = path.slice(-1).filter((key) => !known.includes(key));
    return similarKeys(unknown, known).map((key) => [...place, key].join('.'));
  });
  const advice = similar.length === 0 ? '' : ` Did you mean ${oneOf([...new Set(similar)], 'and')}?`;
  return `Unknown keys were ignored: ${nameKeys(paths, '')}.${advice}`;
}

/** As many as nameKeys lists. */
const MAX_ADVISED_KEYS = 5;

/** Adds the warning to all documents, because clients that wait for a job do not show its first response. */
export const withWarning = (scrape: ScrapeSpec, warning: string | undefined): ScrapeSpec =>
  warning === undefined ? scrape : { ...scrape, warnings: [warning] };

function* findDropped(sent: unknown, read: unknown, path: readonly string[]): Generator<string[]> {
  if (sent === read || !isObject(sent) || !isObject(read)) return;
  if (Array.isArray(sent)) {
    if (!Array.isArray(read)) return;
    // By index, because a list can have 500,000 URLs.
    for (let index = 0; index < sent.length; index++) {
      if (isObject(sent[index])) yield* findDropped(sent[index], read[index], [...path, String(index)]);
    }
    return;
  }
  for (const [key, value] of Object.entries(sent)) {
    if (Object.hasOwn(read, key)) yield* findDropped(value, read[key], [...path, key]);
    // Null has no effect.
    else if (value !== null) yield [...path, key];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
