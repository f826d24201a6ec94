import type { PageDocument } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import {
  type ContentCipher,
  ContentMissingError,
  type ContentPlace,
  type ContentStore,
  UnknownKeyError,
} from '@orbweaver/object-store';
import {
  type Database,
  HistoryMovedError,
  historyKey,
  isSamePage,
  type PageVersion,
  type PlainPage,
  plainHash,
  readDocument,
  readPlainPages,
  readPreviousVersions,
  readVersionMarkdown,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import { fingerprintMarkdown } from './fingerprint-markdown';
import { unpackContent, unpackText } from './unpack-content';

export interface TrackedDocument extends PageDocument {
  changeTracking: NonNullable<PageDocument['changeTracking']>;
  result: Extract<PageDocument['result'], { kind: 'done' }>;
  content: NonNullable<PageDocument['content']>;
}

export interface PreviousScrape {
  at: Date;
  fingerprint: string;
  /** `altered` counts as no predecessor; `locked` has only its fingerprint, because its key is unknown. */
  markdown: () => Promise<{ text: string } | 'altered' | 'locked'>;
}

export interface Past {
  database: Database;
  contents: ContentStore;
  cipher: ContentCipher;
  log: EventLog;
}

export interface DocumentWithPast<D extends TrackedDocument> {
  document: D;
  key: string;
  /** The stored version, which the document replaces. */
  version: PageVersion | undefined;
  /** The scrape for the comparison: that version unless it is erased, or a later scrape without change tracking. */
  previous: PreviousScrape | undefined;
}

export function isTracked(message: PageDocument): message is TrackedDocument {
  return message.changeTracking !== undefined && message.result.kind === 'done' && message.content !== undefined;
}

export function keyOf({ url, changeTracking: { tag, dedup } }: TrackedDocument): string {
  return historyKey({ url, tag, dedup });
}

/** Finds the scrapes for the comparison. No two documents may be of the same page. */
export async function* findPrevious<D extends TrackedDocument>(
  past: Past,
  documents: readonly D[],
): AsyncGenerator<DocumentWithPast<D>> {
  const asked = documents.map((document) => ({ teamId: document.teamId, key: keyOf(document) }));
  const versions = await readPreviousVersions(past.database, asked);
  const plainPages = await readPlainPages(past.database, documents.flatMap(hashOf));
  for (const [index, document] of documents.entries()) {
    const { teamId, key } = asked[index]!;
    const version = versions.find((known) => known.teamId === teamId && known.key === key);
    const comparable = version?.isErased ? undefined : version;
    const plain = plainPages.find((page) => isPredecessor(page, document, comparable));
    const previous =
      (plain && (await readPlain(past, plain, document.changeTracking.frames))) ??
      (comparable && previousOf(past, comparable, document.pageId));
    yield { document, key, version, previous };
  }
}

/** Scrapes without change tracking have no tag. */
function hashOf({ teamId, url, changeTracking: { tag, dedup } }: TrackedDocument): bigint[] {
  return tag === null ? [plainHash(teamId, url, dedup)] : [];
}

function isPredecessor(page: PlainPage, document: TrackedDocument, version: PageVersion | undefined): boolean {
  const { tag, dedup } = document.changeTracking;
  if (tag !== null || page.teamId !== document.teamId || !isSamePage(page.url, document.url, dedup)) return false;
  return version === undefined || page.storedAt > version.scrapedAt;
}

/** Where the markdown of a version is stored. */
export const placeOfVersion = ({
  teamId,
  key,
  pageId,
}: Pick<PageVersion, 'teamId' | 'key' | 'pageId'>): ContentPlace => ({
  column: 'page_history.markdown',
  row: `${teamId} ${key} ${pageId}`,
});

function previousOf({ database, cipher, log }: Past, version: PageVersion, pageId: string): PreviousScrape {
  return {
    at: version.scrapedAt,
    fingerprint: version.fingerprint,
    markdown: async () => {
      const stored = await readVersionMarkdown(database, version);
      if (stored === undefined) throw new HistoryMovedError([pageId]);
      return unlessUnreadable(log, version.pageId, async () => ({
        text: await unpackText(version.pageId, cipher.decrypt(placeOfVersion(version), stored)),
      }));
    },
  };
}

/** Undefined if the document was deleted in the meantime or is unreadable. */
async function readPlain(
  { database, contents, log }: Past,
  { pageId, storedAt }: PlainPage,
  frames?: readonly string[],
): Promise<PreviousScrape | undefined> {
  const document = await readDocument(database, pageId);
  if (document === undefined) return undefined;
  const content = await unlessUnreadable(log, pageId, async () => unpackContent(pageId, await contents.read(document)));
  if (content === 'altered' || content === 'locked') return undefined;
  const { markdown: text = '' } = content;
  return { at: storedAt, fingerprint: fingerprintMarkdown(text, frames), markdown: async () => ({ text }) };
}

/** An unreadable version fails no later scrape of the page, and none of other pages in the same batch. */
async function unlessUnreadable<T>(
  log: EventLog,
  pageId: string,
  read: () => Promise<T>,
): Promise<T | 'altered' | 'locked'> {
  try {
    return await read();
  } catch (error) {
    const isAltered = error instanceof PoisonedInputError || error instanceof ContentMissingError;
    if (!isAltered && !(error instanceof UnknownKeyError)) throw error;
    log.warn('predecessor-unreadable', { pageId, reason: error.message });
    return isAltered ? 'altered' : 'locked';
  }
}
