import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type CrawlSpec, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { Request } from 'express';
import { type PackedContent, spliceDocument } from './jobs/splice-document';
import * as v1 from './v1/from-core';
import * as v2 from './v2/from-core';

/** What of an answer depends on the version that was asked. */
export interface ApiVersion {
  name: 'v1' | 'v2';
  /** JSON. */
  writeDocument(packed: PackedContent, spec: ScrapeSpec): Promise<Buffer>;
  writeCrawlOptions(spec: CrawlSpec): object;
}

export const versions: Record<ApiVersion['name'], ApiVersion> = {
  v1: {
    name: 'v1',
    writeDocument: async (packed, spec) => {
      const json = await spliceDocument(packed);
      return wantsFormat(spec, 'json') ? v1.addExtraction(json) : json;
    },
    writeCrawlOptions: v1.writeCrawlOptions,
  },
  v2: { name: 'v2', writeDocument: spliceDocument, writeCrawlOptions: v2.writeCrawlOptions },
};

/** For controllers that serve both versions. */
export const AskedVersion = createParamDecorator((_: unknown, context: ExecutionContext): ApiVersion => {
  return context.switchToHttp().getRequest<Request>().path.startsWith('/v1/') ? versions.v1 : versions.v2;
});
