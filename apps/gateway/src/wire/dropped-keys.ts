import { nameKeys } from '../errors/wording';

/**
 * The warning for keys inside options that are no error and mean nothing, by their paths; undefined without any.
 * `sent`: the body; `read`: what its schema made of it.
 */
export function warnOfDroppedKeys(sent: unknown, read: unknown): string | undefined {
  const dropped = findDropped(sent, read, '');
  return dropped.length === 0 ? undefined : `Unknown keys, which were ignored: ${nameKeys(dropped, '')}.`;
}

function findDropped(sent: unknown, read: unknown, path: string): string[] {
  if (sent === read || !isObject(sent) || !isObject(read) || Array.isArray(sent) !== Array.isArray(read)) return [];
  return Object.entries(sent).flatMap(([key, value]) =>
    Object.hasOwn(read, key) ? findDropped(value, read[key], `${path}${key}.`) : [`${path}${key}`],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
