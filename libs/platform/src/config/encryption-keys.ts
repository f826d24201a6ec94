import { ContentKey, KEY_BYTES } from '@orbweaver/object-store';
import { z } from 'zod';

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** ENCRYPTION_KEYS. Errors quote no part of it. */
export const encryptionKeys = z
  .string()
  .optional()
  .transform((given, context): readonly ContentKey[] => {
    const keys: ContentKey[] = [];
    for (const [index, text] of (given ?? '').split(',').entries()) {
      const problem = given === undefined ? undefined : addKey(keys, text.trim());
      if (problem !== undefined) context.addIssue({ code: 'custom', message: `key ${index + 1} ${problem}` });
    }
    return keys;
  })
  .describe(
    'Comma list of keys for encrypting stored contents, each 32 bytes in base64 (`openssl rand -base64 32`). The first encrypts, all decrypt. Must be the same for gateway, frontier, results and the command. Without it, contents are stored unencrypted',
  );

/** @returns the problem, if any */
function addKey(keys: ContentKey[], text: string): string | undefined {
  if (!BASE64.test(text)) return `must be ${KEY_BYTES} bytes in base64, as from: openssl rand -base64 32`;
  const key = new ContentKey(Buffer.from(text, 'base64'));
  if (keys.some(({ id }) => id === key.id)) return 'is listed twice';
  keys.push(key);
  return undefined;
}
