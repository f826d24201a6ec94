import type { ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import type { ParseVersion } from '../wire/api-version';
import { parseShape, refuseFormatsOfSites, UNFETCHED } from '../wire/parse-fields';
import { Parsers, toPdf } from '../wire/parsers';
import { requestShape } from '../wire/request-fields';
import { toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { checkFormats, Formats, toCoreFormats } from './formats';
import { extractionShape, parsePdf } from './requests';

const ParseRequest = z
  .strictObject({
    formats: Formats,
    ...extractionShape,
    ...parseShape,
    parsePDF: parsePdf,
    parsers: Parsers.optional().describe('As in v2. Overrides `parsePDF`'),
    ...requestShape,
  })
  .superRefine((options, context) => {
    refuseFormatsOfSites(options.formats, context);
    checkFormats(options, context);
  });
type ParseRequest = z.output<typeof ParseRequest>;

function toParseSpec(request: ParseRequest): ScrapeSpec {
  const { parsers = request.parsePDF ? ['pdf' as const] : [] } = request;
  const options = { ...request, ...UNFETCHED, actions: [] };
  return withModelTime(
    { ...toSharedScrapeSpec(options), formats: toCoreFormats(request), pdf: toPdf(parsers) },
    request,
  );
}

export const parse: ParseVersion<ParseRequest> = { ParseRequest, toParseSpec };
