import type { ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { Parsers } from '../v2/requests';
import { toPdf } from '../v2/to-core';
import { parseShape, refuseFormatsOfSites, UNFETCHED } from '../wire/parse-fields';
import { requestShape } from '../wire/request-fields';
import { toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { checkFormats, toCoreFormats } from './formats';
import { formatShape, parsePdf } from './requests';

export const ParseRequest = z
  .strictObject({
    ...formatShape,
    ...parseShape,
    parsePDF: parsePdf,
    parsers: Parsers.optional().describe('As in v2. Overrides `parsePDF`'),
    ...requestShape,
  })
  .superRefine((options, context) => {
    refuseFormatsOfSites(options.formats, context);
    checkFormats(options, context);
  });
export type ParseRequest = z.output<typeof ParseRequest>;

export function toParseSpec(request: ParseRequest): ScrapeSpec {
  const { parsers = request.parsePDF ? ['pdf' as const] : [] } = request;
  const options = { ...request, ...UNFETCHED, actions: [] };
  return withModelTime(
    { ...toSharedScrapeSpec(options), formats: toCoreFormats(request), pdf: toPdf(parsers) },
    request,
  );
}
