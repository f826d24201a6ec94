import { maskUserInfo } from '@orbweaver/core';

const MAX_GIVEN_CHARS = 40;
const MAX_CHOICES_CHARS = 170;
const MAX_KEYS_NAMED = 5;
const MAX_KEY_CHARS = 60;

/** Values of these keys are not quoted: they may contain credentials or private text. */
const CONFIDENTIAL = new Set(['headers', 'metadata', 'text', 'script', 'prompt', 'systemPrompt']);

/** `one of a, b or c` */
export function oneOf(values: readonly unknown[], conjunction: 'or' | 'and' = 'or'): string {
  const names = values.map(String);
  const last = names.pop() ?? '';
  if (names.length === 0) return last;
  const others = names.join(', ');
  if (others.length > MAX_CHOICES_CHARS) return `one of ${cut(others, MAX_CHOICES_CHARS)} (all of them at /docs)`;
  return `${names.length > 1 && conjunction === 'or' ? 'one of ' : ''}${others} ${conjunction} ${last}`;
}

export function quoteGiven(value: unknown, path: readonly PropertyKey[] = []): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  if (path.some((key) => CONFIDENTIAL.has(String(key)))) return 'the given text';
  return JSON.stringify(cut(maskSecrets(value), MAX_GIVEN_CHARS));
}

/** Masks user info and query of a URL. */
function maskSecrets(text: string): string {
  return maskUserInfo(text).replace(/\?.+$/s, '?…');
}

/** Up to five keys with their path. */
export function nameKeys(keys: readonly string[], path: string): string {
  const named = keys
    .slice(0, MAX_KEYS_NAMED)
    .map((key) => `${path === '' ? '' : `${path}.`}${cut(key, MAX_KEY_CHARS)}`);
  return keys.length > named.length ? `${named.join(', ')} and ${keys.length - named.length} more` : named.join(', ');
}

export const cut = (text: string, maxChars: number) =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')}…`;
