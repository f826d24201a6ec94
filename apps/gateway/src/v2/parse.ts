import type { ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { parseShape, refuseFormatsOfSites, UNFETCHED } from '../wire/parse-fields';
import { requestShape } from '../wire/request-fields';
import { toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { Formats, toCoreFormats } from './formats';
import { parsersShape } from './requests';
import { toPdf } from './to-core';

export const ParseRequest = z
  .strictObject({ formats: Formats, ...parseShape, ...parsersShape, ...requestShape })
  .superRefine(({ formats }, context) => refuseFormatsOfSites(formats, context));
export type ParseRequest = z.output<typeof ParseRequest>;

export function toParseSpec(request: ParseRequest): ScrapeSpec {
  const options = { ...request, ...UNFETCHED, actions: [] };
  const spec = { ...toSharedScrapeSpec(options), formats: toCoreFormats(request.formats), pdf: toPdf(request.parsers) };
  return withModelTime(spec, request);
}
