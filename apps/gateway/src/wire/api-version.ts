import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import type { CreditBalance } from '@orbweaver/persistence';
import type { z } from 'zod';
import type { ExtractVersion } from './extract-fields';
import type { MapVersion } from './map-version';
import type { SearchVersion } from './search-submission';
import type { PackedContent } from './splice-document';
import type { Webhook } from './webhook';

export type VersionName = 'v1' | 'v2';

/** Fields of a scrape that the gateway reads; the version translates the others. */
export interface ScrapeFields {
  url: string;
  origin: string;
  integration?: string;
  zeroDataRetention: boolean;
}

/** Fields of a batch or crawl that the gateway reads. */
export interface JobFields {
  origin: string;
  integration?: string;
  webhook?: z.output<typeof Webhook>;
  expiresInHours?: number;
  zeroDataRetention: boolean;
}

export interface BatchFields extends JobFields {
  urls: readonly string[];
  ignoreInvalidURLs: boolean;
  appendToId?: string;
}

export interface CrawlFields extends JobFields {
  url: string;
  prompt?: string | null | undefined;
}

export type ParseFields = Omit<ScrapeFields, 'url'>;

/** The options of an upload in a version, and their translation. */
export interface ParseVersion<P extends ParseFields = ParseFields> {
  ParseRequest: z.ZodType<P>;
  toParseSpec(body: P): ScrapeSpec;
}

/** An API version: schemas of requests and responses, and their translation to and from core. */
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

  parse: ParseVersion;
  search: SearchVersion;
  extract: ExtractVersion;

  /** Keeps the valid options proposed by a language model. Absent in versions without prompts. */
  readProposed?(options: Record<string, unknown>): Record<string, unknown>;

  map: MapVersion;

  Scraped: z.ZodType;
  JobStatus: z.ZodType;
  CreditUsage: z.ZodType;
  writeDocument(packed: PackedContent, spec: ScrapeSpec): Promise<Buffer>;
  writeCrawlOptions(spec: CrawlSpec): object;
  writeCreditUsage(balance: CreditBalance): object;
}
