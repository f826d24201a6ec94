import { z } from 'zod';

export const PlainValue = z.object({
  type: z.enum(['undefined', 'object', 'boolean', 'number', 'bigint', 'string', 'symbol', 'function']),
  /** Absent for values without JSON, such as undefined and functions. */
  json: z.union([z.object({ text: z.string() }), z.literal('too large')]).optional(),
  thrown: z.string().optional(),
});
export type PlainValue = z.infer<typeof PlainValue>;

/**
 * Runs in the page's own world with `{ held: value }` or `{ thrown: error }` as `this`, so it must be self-contained.
 * JSON.stringify with support for cycles (`[Circular]`), big integers (digits), maps and sets (arrays), errors (text)
 * and nodes (tag).
 */
export function toPlainValue(this: { held?: unknown; thrown?: { error: unknown } }, maxChars: number): PlainValue {
  const MAX_DEPTH = 100;
  let room = maxChars;
  const tooLarge = {};
  const ancestors: object[] = [];
  const plain = (value: unknown): unknown => {
    room -= typeof value === 'string' ? value.length + 2 : 5;
    if (room < 0) throw tooLarge;
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    if (ancestors.includes(value)) return '[Circular]';
    if (ancestors.length >= MAX_DEPTH) return '[Deep]';
    if (value instanceof Node) return value instanceof Element ? `<${value.localName}>` : value.nodeName;
    if (value === globalThis) return '[Window]';
    if (value instanceof Error) return String(value);
    if (value instanceof RegExp) return String(value);
    ancestors.push(value);
    try {
      if (typeof (value as { toJSON?: unknown }).toJSON === 'function') {
        return plain((value as { toJSON(): unknown }).toJSON());
      }
      if (
        Array.isArray(value) ||
        ArrayBuffer.isView(value) ||
        value instanceof NodeList ||
        value instanceof HTMLCollection
      ) {
        return list(value as unknown as ArrayLike<unknown>);
      }
      if (value instanceof Map || value instanceof Set) return list([...value]);
      const copy: Record<string, unknown> = Object.create(null);
      for (const key of Object.keys(value)) {
        room -= key.length;
        copy[key] = plain((value as Record<string, unknown>)[key]);
      }
      return copy;
    } finally {
      ancestors.pop();
    }
  };
  const list = (values: ArrayLike<unknown>): unknown[] => {
    if (values.length > room) throw tooLarge;
    const copy: unknown[] = [];
    for (let index = 0; index < values.length; index++) copy.push(plain(values[index]));
    return copy;
  };
  const type = typeof this.held;
  if (this.thrown !== undefined) return { type, thrown: String(this.thrown.error).slice(0, 1_000) };
  try {
    const text = JSON.stringify(plain(this.held)) as string | undefined;
    if (text === undefined) return { type };
    return { type, json: text.length > maxChars ? 'too large' : { text } };
  } catch (error) {
    if (error === tooLarge) return { type, json: 'too large' };
    throw error;
  }
}
