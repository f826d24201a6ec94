import { setImmediate } from 'node:timers/promises';
import { type ContentCipher, UnknownKeyError } from '@orbweaver/object-store';
import { type Database, readStoredMetadata, type SitePage } from '@orbweaver/persistence';
import { decryptMetadata } from '@orbweaver/platform';
import type { Naming } from './map-urls';

/** Decrypted within a few milliseconds, because the same event loop dispatches leases. */
const MAX_STEP_BYTES = 512 * 1024;
const MAX_STEP_PAGES = 100;

/** Titles and descriptions of the pages with encrypted metadata whose key is known, read and decrypted in small steps. */
export async function* decryptNamings(
  database: Database,
  cipher: ContentCipher,
  pages: readonly SitePage[],
): AsyncGenerator<{ url: string; naming: Naming }> {
  for (const step of stepsOf(pages)) {
    const urls = new Map(step.map(({ pageId, url }) => [pageId, url]));
    for (const row of await readStoredMetadata(database, [...urls.keys()])) {
      const naming = namingOf(cipher, row);
      if (naming !== undefined) yield { url: urls.get(row.pageId)!, naming };
    }
    await setImmediate();
  }
}

/** A page with more bytes than a step is a step of its own. */
export function stepsOf(pages: readonly SitePage[]): SitePage[][] {
  const steps: SitePage[][] = [];
  let bytes = 0;
  for (const page of pages) {
    if (page.encryptedBytes === null) continue;
    const last = steps.at(-1);
    if (last === undefined || last.length >= MAX_STEP_PAGES || bytes + page.encryptedBytes > MAX_STEP_BYTES) {
      steps.push([page]);
      bytes = page.encryptedBytes;
    } else {
      last.push(page);
      bytes += page.encryptedBytes;
    }
  }
  return steps;
}

function namingOf(cipher: ContentCipher, row: { pageId: string; metadata: string }): Naming | undefined {
  try {
    const { title, description } = JSON.parse(decryptMetadata(cipher, row)) as Record<string, unknown>;
    return { title: textOf(title), description: textOf(description) };
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    return undefined;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
