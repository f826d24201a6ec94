import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import type { CreditBalance } from '@orbweaver/persistence';
import type { z } from 'zod';
import type { PackedContent } from './splice-document';
import type { Webhook } from './webhook';

export type VersionName = 'v1' | 'v2';

/** What the gateway reads itself of a scrape; the version translates the rest. */
export interface ScrapeFields {
  url: string;
  origin: string;
  integration?: string;
  zeroDataRetention: boolean;
}

/** What the gateway reads itself of a batch or crawl. */
export interface JobFields {
  origin: string;
  integration?: string;
  webhook?: z.output<typeof Webhook>;
  zeroDataRetention: boolean;
}

export interface BatchFields extends JobFields {
  urls: readonly string[];
  ignoreInvalidURLs: boolean;
  appendToId?: string;
}

export interface CrawlFields extends JobFields {
  url: string;
  /** Of v2. */
  prompt?: string | null | undefined;
}

/** A version of the interface: the schemas of its requests and answers, and their translation to and from the core. */
export interface ApiVersion<
  S extends ScrapeFields = ScrapeFields,
  B extends BatchFields = BatchFields,
  C extends CrawlFields = CrawlFields,
> {
  name: VersionName;

  ScrapeRequest: z.ZodType<S>;
  BatchRequest: z.ZodType<B>;
  CrawlRequest: z.ZodType<C>;
  toScrapeSpec(body: S): ScrapeSpec;
  toBatchSpec(body: B): BatchSpec;
  /** `url` is the start URL with a scheme. @throws ApiError 400 */
  toCrawlSpec(body: C, url: string): CrawlSpec;

  /** Of what a language model proposes for a prompt, what a caller could write; absent: the version has no prompts. */
  readProposed?(options: Record<string, unknown>): Record<string, unknown>;

  /** The answer to a scrape. */
  Scraped: z.ZodType;
  JobStatus: z.ZodType;
  CreditUsage: z.ZodType;
  /** The JSON of a stored document. */
  writeDocument(packed: PackedContent, spec: ScrapeSpec): Promise<Buffer>;
  writeCrawlOptions(spec: CrawlSpec): object;
  writeCreditUsage(balance: CreditBalance): object;
}
