import { type ChangeTracking, type DocumentContent, removeUserInfo } from '@orbweaver/core';
import type { ContentCipher } from '@orbweaver/object-store';
import type { NewPageVersion } from '@orbweaver/persistence';
import { diffMarkdown } from './diff-markdown';
import { fingerprintMarkdown } from './fingerprint-markdown';
import {
  type DocumentWithPast,
  findPrevious,
  type Past,
  type PreviousScrape,
  placeOfVersion,
  type TrackedDocument,
} from './previous-scrapes';
import { packText, unpackContent } from './unpack-content';

const NO_DIFF = 'The change of the page is too large for a diff.';
const LOCKED = 'The diff is missing: the text of the previous scrape cannot be read.';
const NO_JSON =
  'The json mode of changeTracking is missing: another scrape of the page was stored during the comparison. Scrape the page again.';

export interface ModelComparison {
  previousFingerprint: string;
  json: Record<string, unknown>;
}

/** A document, with the language model's description of the change if requested. */
export interface ComparableDocument extends TrackedDocument {
  modelComparison?: ModelComparison;
}

export interface ComparedDocument {
  message: ComparableDocument;
  version: Omit<NewPageVersion, 'crawl'>;
}

/**
 * Compares documents with earlier scrapes and adds the result to their content. Runs outside of transactions, because it
 * is slow. No two documents may be of the same page, and each must belong to the team of its job.
 * @throws HistoryMovedError when a version was deleted before it was read; earlier comparisons remain valid
 */
export async function* trackChanges(
  past: Past,
  documents: readonly ComparableDocument[],
): AsyncGenerator<ComparedDocument> {
  for await (const found of findPrevious(past, documents)) yield await compare(found, past.cipher);
}

const wantsDiff = ({ changeTracking: { modes } }: TrackedDocument) => modes.includes('git-diff');

async function compare(
  { document: message, key, version, previous: known }: DocumentWithPast<ComparableDocument>,
  cipher: ContentCipher,
): Promise<ComparedDocument> {
  const { pageId, teamId, url, depth, renderedAt, result, changeTracking } = message;
  const { warning, ...formats } = await unpackContent(pageId, message.content);
  const { markdown = '' } = formats;
  const fingerprint = fingerprintMarkdown(markdown, changeTracking.frames);
  const { statusCode } = result.metadata;
  const needsDiff = wantsDiff(message) && statusOf(statusCode, fingerprint, known) === 'changed';
  const before = needsDiff ? await known?.markdown() : undefined;
  const previous = before === 'altered' ? undefined : known;
  const changeStatus = statusOf(statusCode, fingerprint, previous);
  const diff = typeof before === 'object' ? diffMarkdown(before.text, markdown) : undefined;
  const { modelComparison } = message;
  const isOfPrevious = modelComparison?.previousFingerprint === previous?.fingerprint && changeStatus === 'changed';
  const json = isOfPrevious ? modelComparison?.json : undefined;
  const lacksDiff = typeof before === 'object' && diff === undefined;
  const tracked: ChangeTracking = {
    previousScrapeAt: previous?.at.toISOString() ?? null,
    changeStatus,
    visibility: changeTracking.hidden ? 'hidden' : 'visible',
    ...(diff === undefined ? {} : { diff }),
    ...(json === undefined ? {} : { json }),
  };
  const warnings = [
    ...(warning === undefined ? [] : [warning]),
    ...(lacksDiff ? [NO_DIFF] : []),
    ...(before === 'locked' ? [LOCKED] : []),
    ...(modelComparison !== undefined && changeStatus === 'changed' && json === undefined ? [NO_JSON] : []),
  ];
  const content: DocumentContent = {
    ...formats,
    changeTracking: tracked,
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
  };
  const packed = Buffer.from(JSON.stringify(content));
  return {
    message: {
      ...message,
      result: { ...result, jsonBytes: packed.byteLength },
      content: await packText(packed),
    },
    version: {
      teamId,
      key,
      pageId,
      // The history is kept longer than the job, and user and password in the URL may identify the caller.
      url: removeUserInfo(url),
      scrapedAt: new Date(renderedAt),
      fingerprint,
      markdown: cipher.encrypt(placeOfVersion({ teamId, key, pageId }), await packText(markdown)),
      previousPageId: version?.pageId ?? null,
      isLate: version !== undefined && version.scrapedAt.getTime() > renderedAt,
      isRemoved: isGone(statusCode),
      isReached: !changeTracking.hidden && statusCode < 500,
      depth,
    },
  };
}

const isGone = (statusCode: number) => statusCode === 404 || statusCode === 410;

export function statusOf(
  statusCode: number,
  fingerprint: string,
  previous: PreviousScrape | undefined,
): ChangeTracking['changeStatus'] {
  if (previous === undefined) return 'new';
  if (isGone(statusCode)) return 'removed';
  return previous.fingerprint === fingerprint ? 'same' : 'changed';
}
