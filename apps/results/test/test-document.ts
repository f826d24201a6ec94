import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { PageDocument } from '@orbweaver/contracts';
import type { DocumentContent, DocumentMetadata, PageFailure } from '@orbweaver/core';

export interface DocumentOptions {
  pageId?: string;
  epoch?: number;
  url?: string;
  metadata?: Partial<DocumentMetadata>;
  content?: DocumentContent;
  failure?: PageFailure;
  teamId?: string;
  changeTracking?: PageDocument['changeTracking'];
  zeroDataRetention?: boolean;
}

export function testDocument(jobId: string, options: DocumentOptions = {}): PageDocument {
  const url = options.url ?? 'http://site.test/page';
  const json = JSON.stringify(options.content ?? { markdown: 'Hello' });
  const page = {
    type: 'PageDocument' as const,
    pageId: options.pageId ?? randomUUID(),
    jobId,
    teamId: options.teamId ?? randomUUID(),
    epoch: options.epoch ?? 1,
    url,
    sourceUrl: url,
    depth: 0,
    renderedAt: Date.now(),
    ...(options.changeTracking === undefined ? {} : { changeTracking: options.changeTracking }),
    ...(options.zeroDataRetention === undefined ? {} : { zeroDataRetention: options.zeroDataRetention }),
  };
  if (options.failure !== undefined) return { ...page, result: { kind: 'failed', failure: options.failure } };
  const metadata = { sourceURL: url, url, statusCode: 200, proxyUsed: 'basic' as const, ...options.metadata };
  return {
    ...page,
    result: { kind: 'done', metadata, engine: 'http', jsonBytes: Buffer.byteLength(json) },
    content: gzipSync(json),
  };
}
