import { hash } from 'node:crypto';

/** Another number makes the contents that were applied before unknown. */
const FORMAT = 1;

/**
 * Identifies a content: equal for the same text and secrets in every release and under every WEBHOOK_SECRET.
 * @param secretHashes in the order of the file
 */
export const digestTeamsFile = (text: string, secretHashes: readonly string[]): string =>
  `${FORMAT}:${hash('sha256', JSON.stringify([text, ...secretHashes]))}`;
