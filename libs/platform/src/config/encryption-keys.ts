import { ContentKey, KEY_BYTES, type KeyEntry } from '@orbweaver/object-store';
import { z } from 'zod';

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** ENCRYPTION_KEYS. Errors quote no part of it. */
export const encryptionKeys = z
  .string()
  .optional()
  .transform((given, context): readonly KeyEntry[] => {
    const entries: KeyEntry[] = [];
    for (const [index, text] of (given ?? '').split(',').entries()) {
      const problem = given === undefined ? undefined : addEntry(entries, text.trim());
      if (problem !== undefined) context.addIssue({ code: 'custom', message: `key ${index + 1} ${problem}` });
    }
    return entries;
  })
  .describe(
    'Comma list of keys for encrypting stored contents, each 32 bytes in base64 (`openssl rand -base64 32`). The first encrypts, all decrypt. With `none` first, the keys only decrypt, to switch encryption on or off. Must be the same for gateway, frontier, results and the command. Without it, contents are stored unencrypted',
  );

/** @returns the problem, if any */
function addEntry(entries: KeyEntry[], text: string): string | undefined {
  if (text === 'none') {
    if (entries.length > 0) return 'is none, which must be first';
    entries.push(text);
    return undefined;
  }
  if (!BASE64.test(text)) return `must be ${KEY_BYTES} bytes in base64, as from: openssl rand -base64 32`;
  const key = new ContentKey(Buffer.from(text, 'base64'));
  if (entries.some((entry) => entry !== 'none' && entry.id === key.id)) return 'is listed twice';
  entries.push(key);
  return undefined;
}
