import { DocumentMetadata, JobState, MapSpec, PageFailure, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';

/**
 * Messages between services: commands are imperative, facts past tense. Schemas grow by optional fields only, because
 * messages of the previous release must parse.
 */

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
const Id = z.uuid();
/** Milliseconds since 1970, UTC. */
const Instant = z.int().positive();
/** Extraction's limit, repeated because renderers run hostile pages and each frame URL is searched for in the text. */
const MAX_FRAMES = 100;
const MAX_FRAME_CHARS = 16_000;

/**
 * The parts of a fetched page that may answer other requests. Excludes visitor-specific data. Its bytes are in
 * `captureBody` and `captureScreenshot`.
 */
export const CachedCapture = z.object({
  url: z.string(),
  status: z.int(),
  statusText: z.string().optional(),
  /** Only headers that extraction reads; lower-case names. */
  headers: z.record(z.string(), z.string()),
  charset: z.string().optional(),
  engine: z.enum(['http', 'browser']),
  isPdf: z.boolean(),
  /** false: the response was marked as private to the visitor. Absent (previous release): unknown. */
  isPublic: z.boolean().optional(),
  /** Time of the fetch by the renderer's clock. The document may be published minutes later. */
  capturedAt: Instant.optional(),
  /** Warnings of the first document made from this capture. Every request it answers receives them. */
  warnings: z.array(z.string()).optional(),
});

const StartJob = z.object({ type: z.literal('StartJob'), jobId: Id });
const CancelJob = z.object({ type: z.literal('CancelJob'), jobId: Id });
const AppendToJob = z.object({ type: z.literal('AppendToJob'), jobId: Id });
export const JobCommand = z.discriminatedUnion('type', [StartJob, CancelJob, AppendToJob]);

export const RenderPage = z.object({
  type: z.literal('RenderPage'),
  pageId: Id,
  /** Equals `pageId` for a scrape. */
  jobId: Id,
  teamId: Id,
  kind: z.enum(['scrape', 'batch', 'crawl']),
  url: z.string(),
  sourceUrl: z.string(),
  spec: ScrapeSpec,
  depth: z.int().min(0),
  /** Fencing token of the lease, returned in outcome and document. 1 for a scrape. */
  epoch: z.int().positive(),
  attempt: z.int().positive(),
  /** Number of times the host has deferred this page. At the maximum, its response is accepted unchanged. */
  deferrals: z.int().min(0),
  /** Deadline by the sender's clock. Read only by renderers of the previous release. */
  deadlineAt: Instant,
  /** Milliseconds between publishing and the deadline. Absent in messages of the previous release. */
  ttlMs: z.int().min(0).optional(),
  /** Time from when the page became due until its lease. Used by traces. */
  waitedMs: z.int().min(0).optional(),
  /** true: no part of the page may be stored or logged. */
  zeroDataRetention: z.boolean().optional(),
  /** Result of the cache lookup. Absent: the request may not use the cache. */
  cache: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('miss') }),
      z.object({
        state: z.literal('hit'),
        capturedAt: Instant,
        capture: CachedCapture,
        /** Absent: the renderer may not remember the document. */
        id: z.string().optional(),
      }),
    ])
    .optional(),
  /** Body of a cache hit. Format: extraction's `packBody`. */
  captureBody: Bytes.optional(),
  /** PNG of a cache hit whose request includes a screenshot. */
  captureScreenshot: Bytes.optional(),
  /** An uploaded file. Its bytes are in `uploadBody`, and nothing is fetched. */
  upload: z
    .object({
      /** As declared by the caller. */
      contentType: z.string().optional(),
    })
    .optional(),
  /** The file of an upload, unpacked. */
  uploadBody: Bytes.optional(),
  /** true: the renderer returns the capture for the page cache. */
  keepCapture: z.boolean().optional(),
  /** true: the page is only known from an earlier crawl; no link or sitemap of this crawl contains it. */
  hidden: z.boolean().optional(),
  /** Page of a map: the renderer returns its links in PageMapped and publishes no document. */
  mapId: Id.optional(),
  /** Crawls only. */
  crawl: z
    .object({
      /** false: the page is only visited for its links, such as a start URL outside the scope. */
      wantsDocument: z.boolean(),
      /** URLs with the same dedup key are one page. A final URL with another key is reported as redirected. */
      dedup: z.object({ ignoreQueryParameters: z.boolean(), deduplicateSimilarURLs: z.boolean() }),
      /** false: no outlinks are needed (depth or limit reached). */
      wantsOutlinks: z.boolean(),
    })
    .optional(),
});

/**
 * The document of a page or its failure; published once per page. The frontier publishes failures of job pages because
 * it decides on retries. All others come from renderers.
 */
export const PageDocument = z.object({
  type: z.literal('PageDocument'),
  pageId: Id,
  jobId: Id,
  teamId: Id,
  epoch: z.int().positive(),
  url: z.string(),
  sourceUrl: z.string(),
  depth: z.int().min(0),
  renderedAt: Instant,
  zeroDataRetention: z.boolean().optional(),
  /** Requests a comparison with the previous scrape of the page. Never set with zeroDataRetention. */
  changeTracking: z
    .object({
      modes: z.array(z.enum(['json', 'git-diff'])),
      tag: z.string().nullable(),
      hidden: z.boolean().optional(),
      dedup: z.object({ ignoreQueryParameters: z.boolean(), deduplicateSimilarURLs: z.boolean() }).optional(),
      /** Frame URLs as written in the markdown. Change tracking ignores differences between them. */
      frames: z.array(z.string().max(MAX_FRAME_CHARS)).max(MAX_FRAMES).optional(),
    })
    .optional(),
  /** Requests a fingerprint of the content, for the comparison of runs of a schedule. Never set with zeroDataRetention. */
  fingerprint: z
    .object({
      /** Frame URLs as written in the markdown. */
      frames: z.array(z.string().max(MAX_FRAME_CHARS)).max(MAX_FRAMES).optional(),
    })
    .optional(),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('done'),
      metadata: DocumentMetadata,
      engine: z.enum(['http', 'browser']),
      jsonBytes: z.int().min(0),
    }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
  ]),
  /** gzip of the JSON of a DocumentContent. Present exactly for `done`. */
  content: Bytes.optional(),
  capture: CachedCapture.optional(),
  captureBody: Bytes.optional(),
  captureScreenshot: Bytes.optional(),
});

export const PageOutcome = z.object({
  type: z.literal('PageOutcome'),
  pageId: Id,
  jobId: Id,
  epoch: z.int().positive(),
  zeroDataRetention: z.boolean().optional(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), statusCode: z.int() }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
    /** The final URL has another dedup key. No document was made. */
    z.object({ kind: z.literal('redirected'), finalUrl: z.string() }),
    z.object({
      kind: z.literal('deferred'),
      retryAfterMs: z.int().min(0),
      /** true: the renderer returns the page unprocessed. Counts neither as an attempt nor as a deferral. */
      returned: z.boolean().optional(),
    }),
  ]),
  finalUrl: z.string(),
  /** Absolute http(s) URLs without duplicates, in document order. */
  outlinks: z.array(z.string()),
});

/**
 * Every page of the job has a final outcome. Published again with a new count after an append or a repair; results uses
 * the newest count in the frontier's row.
 */
export const JobSettled = z.object({
  type: z.literal('JobSettled'),
  jobId: Id,
  reason: z.enum(['finished', 'cancelled', 'failed']),
  pages: z.int().min(0),
  urlLists: z.int().min(0),
  error: z.string().optional(),
});

export const PageStored = z.object({
  type: z.literal('PageStored'),
  jobId: Id,
  pageId: Id,
  state: z.enum(['done', 'failed']),
});

/**
 * Response to a scrape with zeroDataRetention. Broadcast to every gateway; the one with the open request sends it.
 * Never stored. Duplicates are ignored.
 */
export const DirectReply = z.object({
  type: z.literal('DirectReply'),
  pageId: Id,
  result: z.discriminatedUnion('kind', [
    /** With `scrapeId` and `creditsUsed`. */
    z.object({ kind: z.literal('done'), metadata: DocumentMetadata }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
  ]),
  content: Bytes.optional(),
});

export const MapSite = z.object({
  type: z.literal('MapSite'),
  mapId: Id,
  teamId: Id,
  spec: MapSpec,
  /** Milliseconds from publishing until the map must be answered. */
  ttlMs: z.int().min(0),
  /** true: UrlsMapped is preceded by MapProgress. */
  wantsProgress: z.boolean().optional(),
  zeroDataRetention: z.boolean().optional(),
});

const CancelMap = z.object({ type: z.literal('CancelMap'), mapId: Id });

/** The links of a page that a map fetched. Never stored. */
export const PageMapped = z.object({
  type: z.literal('PageMapped'),
  mapId: Id,
  pageId: Id,
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('done'),
      statusCode: z.int(),
      finalUrl: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      outlinks: z.array(z.string()),
      /** By position in `outlinks`; empty for a link without text. */
      linkTexts: z.array(z.string()),
    }),
    z.object({ kind: z.literal('deferred'), retryAfterMs: z.int().min(0) }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
  ]),
});

/** Messages of one map have one key, and thereby reach the frontier that runs the map. */
export const MapWork = z.discriminatedUnion('type', [MapSite, CancelMap, PageMapped]);

const MapProgress = z.object({
  type: z.literal('MapProgress'),
  mapId: Id,
  urls: z.int().min(0),
  /** Fetched pages. */
  pages: z.int().min(0),
});

/** A part of the URLs of a map, in order. All parts are published at the end of the map. */
const UrlsMapped = z.object({
  type: z.literal('UrlsMapped'),
  mapId: Id,
  /** From 0. */
  part: z.int().min(0),
  urls: z.int().positive(),
  /** gzip of the JSON of an array of MapLink. Opaque, because every gateway parses every message. */
  links: Bytes,
});

const MapEnded = z.object({
  type: z.literal('MapEnded'),
  mapId: Id,
  parts: z.int().min(0),
  urls: z.int().min(0),
  /** true: the deadline passed before the map was complete. */
  isCut: z.boolean(),
  /** true: the process stopped before the map was complete. */
  isStopped: z.boolean().optional(),
  warnings: z.array(z.string()),
});

/** The answer to a map. Broadcast to every gateway; the one with the open request uses it. Never stored. */
export const MapReply = z.discriminatedUnion('type', [MapProgress, UrlsMapped, MapEnded]);

/** A request without pages has been answered and is billed. Repetitions are ignored by id. */
export const RequestBilled = z.object({
  type: z.literal('RequestBilled'),
  id: Id,
  teamId: Id,
  apiKeyId: Id.optional(),
  operation: z.string(),
  credits: z.int().positive(),
});

/** A job has ended. Not published for a scrape: PageStored implies it. */
export const JobChanged = z.object({ type: z.literal('JobChanged'), jobId: Id, state: JobState });

/** A message that could not be handled, complete enough to inspect and replay it. */
export const DeadLetter = z.object({
  type: z.literal('DeadLetter'),
  topic: z.string(),
  key: z.string().nullable(),
  group: z.string(),
  headers: z.record(z.string(), z.string()),
  error: z.string(),
  attempts: z.int().min(0),
  failedAt: Instant,
  value: Bytes,
});

export type CachedCapture = z.infer<typeof CachedCapture>;
export type JobCommand = z.infer<typeof JobCommand>;
export type RenderPage = z.infer<typeof RenderPage>;
export type PageDocument = z.infer<typeof PageDocument>;
export type PageOutcome = z.infer<typeof PageOutcome>;
export type JobSettled = z.infer<typeof JobSettled>;
export type PageStored = z.infer<typeof PageStored>;
export type DirectReply = z.infer<typeof DirectReply>;
export type MapWork = z.infer<typeof MapWork>;
export type MapSite = z.infer<typeof MapSite>;
export type PageMapped = z.infer<typeof PageMapped>;
export type MapReply = z.infer<typeof MapReply>;
export type RequestBilled = z.infer<typeof RequestBilled>;
export type JobChanged = z.infer<typeof JobChanged>;
export type DeadLetter = z.infer<typeof DeadLetter>;
