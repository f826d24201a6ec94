import type { ScrapeSpec } from '@orbweaver/core';
import type { Response } from 'express';
import { sendJson } from '../edge/send-json';
import type { refuseReading, refuseScrape } from '../errors/page-failure-answer';
import type { ApiVersion } from '../wire/api-version';
import type { ScrapeResult } from '../wire/splice-document';

/** Sends the document of a page, with `scrapeId` if given. @throws ApiError from `refuse` for a failed page */
export async function answerScrape(
  response: Response,
  {
    result,
    spec,
    version,
    refuse,
    scrapeId,
  }: {
    result: ScrapeResult;
    spec: ScrapeSpec;
    version: ApiVersion;
    refuse: typeof refuseScrape | typeof refuseReading;
    scrapeId?: string;
  },
): Promise<void> {
  const { content, metadata } = result;
  if (result.state === 'failed' || content === null || metadata === null) {
    throw refuse(result.reason ?? 'conversion-failed', result.message ?? 'The page has no document');
  }
  const document = await version.writeDocument({ content, metadata }, spec);
  const id = scrapeId === undefined ? '' : `"scrape_id":${JSON.stringify(scrapeId)},`;
  sendJson(response, Buffer.concat([Buffer.from(`{"success":true,${id}"data":`), document, Buffer.from('}')]));
}
