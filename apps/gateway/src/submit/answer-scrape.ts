import type { ScrapeSpec } from '@orbweaver/core';
import type { StoredPageResult } from '@orbweaver/persistence';
import type { Response } from 'express';
import type { ApiVersion } from '../api-version';
import { refuseScrape } from '../edge/page-failure-answer';
import { sendJson } from '../edge/send-json';

/** What is needed of a page's final word to answer with it. */
export type ScrapeAnswer = Pick<StoredPageResult, 'state' | 'reason' | 'message' | 'metadata' | 'content'>;

/**
 * `scrapeId` is told beside the document when given.
 * @throws ApiError for a page that failed
 */
export async function answerScrape(
  response: Response,
  {
    result,
    spec,
    version,
    scrapeId,
  }: { result: ScrapeAnswer; spec: ScrapeSpec; version: ApiVersion; scrapeId?: string },
): Promise<void> {
  const { content, metadata } = result;
  if (result.state === 'failed' || content === null || metadata === null) {
    throw refuseScrape(result.reason ?? 'conversion-failed', result.message ?? 'The page gave no document');
  }
  const document = await version.writeDocument({ content, metadata }, spec);
  const id = scrapeId === undefined ? '' : `"scrape_id":${JSON.stringify(scrapeId)},`;
  sendJson(response, Buffer.concat([Buffer.from(`{"success":true,${id}"data":`), document, Buffer.from('}')]));
}
