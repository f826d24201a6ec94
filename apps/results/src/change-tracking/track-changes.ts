import type { PageDocument } from '@orbweaver/contracts';
import { type ChangeTracking, type DocumentContent, PoisonedInputError } from '@orbweaver/core';
import {
  type Database,
  HistoryMovedError,
  historyKey,
  isSamePage,
  type NewPageVersion,
  type PageVersion,
  type PlainPage,
  plainHash,
  readDocument,
  readPlainPages,
  readPreviousVersions,
  readVersionMarkdown,
} from '@orbweaver/persistence';
import type { EventLog } from '@orbweaver/platform';
import { diffMarkdown } from './diff-markdown';
import { fingerprintMarkdown } from './fingerprint-markdown';
import { packText, unpackContent, unpackText } from './unpack-content';

const NO_DIFF = 'The change of the page is too large for a diff.';

/** A document whose caller asks for change tracking. */
export interface TrackedDocument extends PageDocument {
  changeTracking: NonNullable<PageDocument['changeTracking']>;
  result: Extract<PageDocument['result'], { kind: 'done' }>;
  content: NonNullable<PageDocument['content']>;
}

export interface ComparedDocument {
  /** The message, with the comparison in its content. */
  message: TrackedDocument;
  /** Written in the transaction that stores the document. */
  version: Omit<NewPageVersion, 'crawl'>;
}

/** The earlier scrape that a page is compared with. */
interface Previous {
  at: Date;
  fingerprint: string;
  /** Undefined when it cannot be read. */
  markdown: () => Promise<string | undefined>;
}

/** Where earlier scrapes are read, and where an unreadable one is logged. */
export interface Past {
  database: Database;
  log: EventLog;
}

export function isTracked(message: PageDocument): message is TrackedDocument {
  return message.changeTracking !== undefined && message.result.kind === 'done' && message.content !== undefined;
}

export function keyOf({ url, changeTracking: { tag, dedup } }: TrackedDocument): string {
  return historyKey({ url, tag, dedup });
}

/**
 * Compares documents with the scrape before and writes the result into their content. Reads only, and outside of any
 * transaction, because unpacking and comparing are slow; a version that was stored meanwhile is noticed when the new
 * ones are written. No two of the documents may belong to one page, and each must belong to the team of its job.
 *
 * @throws HistoryMovedError when a version was deleted before it was read; earlier comparisons stay valid
 */
export async function* trackChanges(
  past: Past,
  documents: readonly TrackedDocument[],
): AsyncGenerator<ComparedDocument> {
  const asked = documents.map((document) => ({ teamId: document.teamId, key: keyOf(document) }));
  const versions = await readPreviousVersions(past.database, asked);
  const plainPages = await readPlainPages(past.database, documents.flatMap(hashOf));
  for (const [index, document] of documents.entries()) {
    const { teamId, key } = asked[index]!;
    const version = versions.find((known) => known.teamId === teamId && known.key === key);
    const plain = plainPages.find((page) => isPredecessor(page, document, version));
    const previous =
      (plain && (await readPlain(past, plain, document.changeTracking.frames))) ??
      (version && previousOf(past, version, document.pageId));
    yield await compare(document, key, version, previous);
  }
}

const wantsDiff = ({ changeTracking: { modes } }: TrackedDocument) => modes.includes('git-diff');

/** A plain scrape has no tag. */
function hashOf({ teamId, url, changeTracking: { tag, dedup } }: TrackedDocument): bigint[] {
  return tag === null ? [plainHash(teamId, url, dedup)] : [];
}

function isPredecessor(page: PlainPage, document: TrackedDocument, version: PageVersion | undefined): boolean {
  const { tag, dedup } = document.changeTracking;
  if (tag !== null || page.teamId !== document.teamId || !isSamePage(page.url, document.url, dedup)) return false;
  return version === undefined || page.storedAt > version.scrapedAt;
}

function previousOf({ database, log }: Past, version: PageVersion, pageId: string): Previous {
  return {
    at: version.scrapedAt,
    fingerprint: version.fingerprint,
    markdown: async () => {
      const markdown = await readVersionMarkdown(database, version);
      if (markdown === undefined) throw new HistoryMovedError([pageId]);
      return unlessUnreadable(log, version.pageId, () => unpackText(version.pageId, markdown));
    },
  };
}

/** Undefined when the document was deleted meanwhile or cannot be read. */
async function readPlain(
  { database, log }: Past,
  { pageId, storedAt }: PlainPage,
  frames?: readonly string[],
): Promise<Previous | undefined> {
  const document = await readDocument(database, pageId);
  if (document === undefined) return undefined;
  const content = await unlessUnreadable(log, pageId, () => unpackContent(pageId, document.content));
  if (content === undefined) return undefined;
  const { markdown = '' } = content;
  return { at: storedAt, fingerprint: fingerprintMarkdown(markdown, frames), markdown: async () => markdown };
}

/** An unreadable version spoils this comparison, but must not fail later scrapes of the page. */
async function unlessUnreadable<T>(log: EventLog, pageId: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PoisonedInputError)) throw error;
    log.warn('predecessor-unreadable', { pageId, reason: error.message });
    return undefined;
  }
}

async function compare(
  message: TrackedDocument,
  key: string,
  version: PageVersion | undefined,
  known: Previous | undefined,
): Promise<ComparedDocument> {
  const { pageId, teamId, url, depth, renderedAt, result, changeTracking } = message;
  const { warning, ...formats } = await unpackContent(pageId, message.content);
  const { markdown = '' } = formats;
  const fingerprint = fingerprintMarkdown(markdown, changeTracking.frames);
  const isRemoved = [404, 410].includes(result.metadata.statusCode);
  const needsDiff = wantsDiff(message) && statusOf(isRemoved, fingerprint, known) === 'changed';
  const before = needsDiff ? await known?.markdown() : undefined;
  // An unreadable predecessor counts as none.
  const previous = needsDiff && before === undefined ? undefined : known;
  const changeStatus = statusOf(isRemoved, fingerprint, previous);
  const diff = before === undefined ? undefined : diffMarkdown(before, markdown);
  const lacksDiff = before !== undefined && diff === undefined;
  const tracked: ChangeTracking = {
    previousScrapeAt: previous?.at.toISOString() ?? null,
    changeStatus,
    visibility: changeTracking.hidden ? 'hidden' : 'visible',
    ...(diff === undefined ? {} : { diff }),
  };
  const warnings = [...(warning === undefined ? [] : [warning]), ...(lacksDiff ? [NO_DIFF] : [])];
  const content: DocumentContent = {
    ...formats,
    changeTracking: tracked,
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
  };
  const json = Buffer.from(JSON.stringify(content));
  return {
    message: {
      ...message,
      result: { ...result, jsonBytes: json.byteLength },
      content: await packText(json),
    },
    version: {
      teamId,
      key,
      pageId,
      url: withoutCredentials(url),
      scrapedAt: new Date(renderedAt),
      fingerprint,
      markdown: await packText(markdown),
      previousPageId: version?.pageId ?? null,
      isLate: version !== undefined && version.scrapedAt.getTime() > renderedAt,
      isRemoved,
      isReached: !changeTracking.hidden && result.metadata.statusCode < 500,
      depth,
    },
  };
}

function statusOf(
  isRemoved: boolean,
  fingerprint: string,
  previous: Previous | undefined,
): ChangeTracking['changeStatus'] {
  if (previous === undefined) return 'new';
  if (isRemoved) return 'removed';
  return previous.fingerprint === fingerprint ? 'same' : 'changed';
}

/** The history outlives the job, and a URL may name its caller. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
