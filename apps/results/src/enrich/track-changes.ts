import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
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
import { storableText } from '../store/storable';
import { diffMarkdown } from './diff-markdown';
import { fingerprintMarkdown } from './fingerprint-markdown';

const unzip = promisify(gunzip);
const zip = promisify(gzip);

/** Twice what a renderer makes of a page. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
/** As documents are packed. */
const GZIP_LEVEL = 2;
const NO_DIFF = 'The change of the page is too large for a diff.';

/** A document of a page whose caller asks what has changed. */
export interface TrackedDocument extends PageDocument {
  changeTracking: NonNullable<PageDocument['changeTracking']>;
  result: Extract<PageDocument['result'], { kind: 'done' }>;
  content: NonNullable<PageDocument['content']>;
}

export interface ComparedDocument {
  /** The message, with the comparison in its content. */
  message: TrackedDocument;
  /** To be written in the transaction that stores the document. */
  version: Omit<NewPageVersion, 'crawl'>;
}

/** What a page is compared with. */
interface Previous {
  at: Date;
  fingerprint: string;
  markdown: () => Promise<string>;
}

export function isTracked(message: PageDocument): message is TrackedDocument {
  return (
    message.changeTracking !== undefined &&
    message.result.kind === 'done' &&
    message.content !== undefined &&
    !message.zeroDataRetention
  );
}

export function keyOf({ url, changeTracking: { tag, dedup } }: TrackedDocument): string {
  return historyKey({ url, tag, dedup });
}

/**
 * Compares documents with the scrape before and says in their content what has changed. Reads only, outside of any
 * transaction, because unpacking and comparing take their time; that nothing came between is found out when the
 * versions are written. No two of the documents may be of one page.
 * @throws HistoryMovedError when a version that is to be read has gone meanwhile
 */
export async function trackChanges(
  database: Database,
  documents: readonly TrackedDocument[],
): Promise<ComparedDocument[]> {
  const asked = documents.map((document) => ({ teamId: document.teamId, key: keyOf(document) }));
  const versions = await readPreviousVersions(database, asked);
  const plainPages = await readPlainPages(database, documents.flatMap(hashOf));
  const compared: ComparedDocument[] = [];
  for (const [index, document] of documents.entries()) {
    const { teamId, key } = asked[index]!;
    const version = versions.find((known) => known.teamId === teamId && known.key === key);
    const plain = plainPages.find((page) => isPredecessor(page, document, version));
    const previous =
      (plain && (await readPlain(database, plain, document.changeTracking.frames))) ??
      (version && previousOf(database, version));
    compared.push(await compare(document, key, version, previous));
  }
  return compared;
}

const wantsDiff = ({ changeTracking: { modes } }: TrackedDocument) => modes.includes('git-diff');

/** A scrape that does not ask for changes has no tag. */
function hashOf({ teamId, url, changeTracking: { tag, dedup } }: TrackedDocument): bigint[] {
  return tag === null ? [plainHash(teamId, url, dedup)] : [];
}

function isPredecessor(page: PlainPage, document: TrackedDocument, version: PageVersion | undefined): boolean {
  const { tag, dedup } = document.changeTracking;
  if (tag !== null || page.teamId !== document.teamId || !isSamePage(page.url, document.url, dedup)) return false;
  return version === undefined || page.storedAt > version.scrapedAt;
}

function previousOf(database: Database, version: PageVersion): Previous {
  return {
    at: version.scrapedAt,
    fingerprint: version.fingerprint,
    markdown: async () => {
      const markdown = await readVersionMarkdown(database, version);
      if (markdown === undefined) throw new HistoryMovedError();
      return (await unzip(markdown, { maxOutputLength: MAX_JSON_BYTES })).toString();
    },
  };
}

/** Undefined when the document was deleted meanwhile. */
async function readPlain(
  database: Database,
  { pageId, storedAt }: PlainPage,
  frames?: readonly string[],
): Promise<Previous | undefined> {
  const document = await readDocument(database, pageId);
  if (document === undefined) return undefined;
  const { markdown = '' } = await unpack(pageId, document.content);
  return { at: storedAt, fingerprint: fingerprintMarkdown(markdown, frames), markdown: async () => markdown };
}

async function compare(
  message: TrackedDocument,
  key: string,
  version: PageVersion | undefined,
  previous: Previous | undefined,
): Promise<ComparedDocument> {
  const { pageId, teamId, url, depth, renderedAt, result, changeTracking } = message;
  const { warning, ...formats } = await unpack(pageId, message.content);
  const { markdown = '' } = formats;
  const fingerprint = fingerprintMarkdown(markdown, changeTracking.frames);
  const isRemoved = [404, 410].includes(result.metadata.statusCode);
  const changeStatus = statusOf(isRemoved, fingerprint, previous);
  const diff =
    changeStatus === 'changed' && wantsDiff(message)
      ? diffMarkdown((await previous?.markdown()) ?? '', markdown)
      : undefined;
  const lacksDiff = changeStatus === 'changed' && wantsDiff(message) && diff === undefined;
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
      content: await zip(json, { level: GZIP_LEVEL }),
    },
    version: {
      teamId,
      key,
      pageId,
      url: storableText(url),
      scrapedAt: new Date(renderedAt),
      fingerprint,
      markdown: await zip(markdown, { level: GZIP_LEVEL }),
      previousPageId: version?.pageId ?? null,
      isRemoved,
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

async function unpack(pageId: string, content: Uint8Array): Promise<DocumentContent> {
  const json = await unzip(content, { maxOutputLength: MAX_JSON_BYTES });
  try {
    return JSON.parse(json.toString()) as DocumentContent;
  } catch (error) {
    throw new PoisonedInputError(`page ${pageId} has content that is no JSON`, { cause: error });
  }
}
