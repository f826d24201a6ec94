import type { ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import type { ParseVersion } from '../wire/api-version';
import { parseShape, refuseFormatsOfSites, UNFETCHED } from '../wire/parse-fields';
import { absentContentShape, auditMetadata, parsersShape, toPdf } from '../wire/parsers';
import { requestShape } from '../wire/request-fields';
import { toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { Formats, toCoreFormats } from './formats';

const ParseRequest = z
  .strictObject({
    formats: Formats,
    ...parseShape,
    ...parsersShape,
    ...absentContentShape,
    auditMetadata,
    ...requestShape,
  })
  .superRefine(({ formats }, context) => refuseFormatsOfSites(formats, context));
type ParseRequest = z.output<typeof ParseRequest>;

function toParseSpec(request: ParseRequest): ScrapeSpec {
  const options = { ...request, ...UNFETCHED, actions: [] };
  const spec = { ...toSharedScrapeSpec(options), formats: toCoreFormats(request.formats), pdf: toPdf(request.parsers) };
  return withModelTime(spec, request);
}

export const parse: ParseVersion<ParseRequest> = { ParseRequest, toParseSpec };
