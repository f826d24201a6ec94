import { DocumentMetadata, JobState, PageFailure, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';

/**
 * What the services tell each other. Commands are imperative, facts in the past tense.
 * A schema grows by optional fields only: a message of the previous release must still parse.
 */

/** Bytes travel beside the JSON of a message, not inside it (see messaging's codec). */
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
const Id = z.uuid();
/** Milliseconds since 1970, UTC. */
const Instant = z.int().positive();
/** A renderer runs hostile pages: a text is searched for each frame. Extraction tells of no more, written out. */
const MAX_FRAMES = 100;
const MAX_FRAME_CHARS = 16_000;

/**
 * The part of a fetched page that other requests may be answered from: what documents are made of, without what
 * belongs to one visitor. Its bytes travel beside it, in `captureBody` and `captureScreenshot`.
 */
export const CachedCapture = z.object({
  /** The URL that answered, after redirects. */
  url: z.string(),
  status: z.int(),
  statusText: z.string().optional(),
  /** Only those that extraction reads; names in lower case. */
  headers: z.record(z.string(), z.string()),
  charset: z.string().optional(),
  engine: z.enum(['http', 'browser']),
  isPdf: z.boolean(),
  /** false: the site said that the answer is for one visitor. Absent (an older renderer): unknown. */
  isPublic: z.boolean().optional(),
  /** When the page was fetched, by the renderer's clock. Its document may be published minutes later. */
  capturedAt: Instant.optional(),
  /** Those of the first document that was made of it; every caller gets them. */
  warnings: z.array(z.string()).optional(),
});

const StartJob = z.object({ type: z.literal('StartJob'), jobId: Id });
const CancelJob = z.object({ type: z.literal('CancelJob'), jobId: Id });
/** More URLs of a batch are in Postgres (`job_url_lists`). */
const AppendToJob = z.object({ type: z.literal('AppendToJob'), jobId: Id });
export const JobCommand = z.discriminatedUnion('type', [StartJob, CancelJob, AppendToJob]);

export const RenderPage = z.object({
  type: z.literal('RenderPage'),
  pageId: Id,
  /** Equal to `pageId` for a scrape, which is a job of one page without a frontier. */
  jobId: Id,
  teamId: Id,
  kind: z.enum(['scrape', 'batch', 'crawl']),
  url: z.string(),
  sourceUrl: z.string(),
  spec: ScrapeSpec,
  depth: z.int().min(0),
  /** Fences the lease: the outcome and the document bring it back. A scrape has epoch 1. */
  epoch: z.int().positive(),
  /** Counts from 1. */
  attempt: z.int().positive(),
  /** How often the host asked to come later already; past a bound its answer is taken as it is. */
  deferrals: z.int().min(0),
  /** The deadline on the sender's clock, for renderers of the previous release. */
  deadlineAt: Instant,
  /** Milliseconds from publishing until the deadline. Absent in messages of older senders. */
  ttlMs: z.int().min(0).optional(),
  /** How long the page had been due before it was leased; traces show it. */
  waitedMs: z.int().min(0).optional(),
  /** true: nothing of the page may outlive the answer, neither in a store nor in a log line. */
  zeroDataRetention: z.boolean().optional(),
  /** The answer of the page cache. Absent: the cache may not answer this request and was not asked. */
  cache: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('miss') }),
      /** The document is made of this capture; nothing is fetched. */
      z.object({
        state: z.literal('hit'),
        capturedAt: Instant,
        capture: CachedCapture,
        /** Identifies the capture. Absent: no renderer may remember the document. */
        id: z.string().optional(),
      }),
    ])
    .optional(),
  /** Of a hit, as extraction's `packBody` packs it. */
  captureBody: Bytes.optional(),
  /** A PNG file; of a hit whose request wants a screenshot. */
  captureScreenshot: Bytes.optional(),
  /** true: the fetched page may answer other requests, and results wants it beside the document. */
  keepCapture: z.boolean().optional(),
  /** true: an earlier crawl knew the page, and neither a link nor a sitemap led this crawl to it. */
  hidden: z.boolean().optional(),
  /** Crawls only. */
  crawl: z
    .object({
      /** false: the page is visited for its links and gives no document (a start URL outside its own scope). */
      wantsDocument: z.boolean(),
      /** Two URLs of the same dedup key are one page. A page that ends on another key is reported as redirected. */
      dedup: z.object({ ignoreQueryParameters: z.boolean(), deduplicateSimilarURLs: z.boolean() }),
      /** false: links need not be reported (depth or limit reached). */
      wantsOutlinks: z.boolean(),
    })
    .optional(),
});

/**
 * The document of a page, or why there is none; published once a page. Renderers publish documents and the failures
 * of scrapes. The frontier publishes the failures of a job's pages, since it decides whether a failure is final.
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
  /** As in the RenderPage. */
  zeroDataRetention: z.boolean().optional(),
  /** The caller asks what has changed since the last scrape of the page. Never with zeroDataRetention. */
  changeTracking: z
    .object({
      modes: z.array(z.enum(['json', 'git-diff'])),
      tag: z.string().nullable(),
      /** As in the RenderPage. */
      hidden: z.boolean().optional(),
      /** As in the RenderPage of a crawl. */
      dedup: z.object({ ignoreQueryParameters: z.boolean(), deduplicateSimilarURLs: z.boolean() }).optional(),
      /** URLs of frames, as the markdown writes them: a new one is no change of the page. */
      frames: z.array(z.string().max(MAX_FRAME_CHARS)).max(MAX_FRAMES).optional(),
    })
    .optional(),
  result: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('done'),
      metadata: DocumentMetadata,
      engine: z.enum(['http', 'browser']),
      /** Bytes of the content's JSON before compression. */
      jsonBytes: z.int().min(0),
    }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
  ]),
  /** The formats: gzip of the JSON of a DocumentContent. Present exactly for `done`. */
  content: Bytes.optional(),
  /** For the page cache, if `keepCapture` asked for it. Without `captureBody` the page failed, which is only counted. */
  capture: CachedCapture.optional(),
  /** As extraction's `packBody` packs it. */
  captureBody: Bytes.optional(),
  /** A PNG file. */
  captureScreenshot: Bytes.optional(),
});

export const PageOutcome = z.object({
  type: z.literal('PageOutcome'),
  pageId: Id,
  jobId: Id,
  epoch: z.int().positive(),
  /** As in the RenderPage. */
  zeroDataRetention: z.boolean().optional(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('done'), statusCode: z.int() }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
    /** The page answered from a URL of another dedup key; it gave no document. */
    z.object({ kind: z.literal('redirected'), finalUrl: z.string() }),
    /** The host asked to come later (429, 503). */
    z.object({
      kind: z.literal('deferred'),
      retryAfterMs: z.int().min(0),
      /** true: the renderer returns the page without a result. Counts neither as an attempt nor as a deferral. */
      returned: z.boolean().optional(),
    }),
  ]),
  /** The URL that the links were resolved against. */
  finalUrl: z.string(),
  /** Absolute http(s) URLs, unique, in the order of the page. */
  outlinks: z.array(z.string()),
});

/**
 * Every page of the job has its final outcome. Repeated with another count after an append or a repair: results reads
 * the newest count from the frontier's row.
 */
export const JobSettled = z.object({
  type: z.literal('JobSettled'),
  jobId: Id,
  reason: z.enum(['finished', 'cancelled', 'failed']),
  /** How many documents and failures results will have received in all. */
  pages: z.int().min(0),
  /** How many of the job's URL lists were taken up. */
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
 * The answer to a scrape with zeroDataRetention, which is stored nowhere. Every gateway receives it, and the one whose
 * caller waits sends it. A repetition finds nobody waiting and does no harm.
 */
export const DirectReply = z.object({
  type: z.literal('DirectReply'),
  pageId: Id,
  result: z.discriminatedUnion('kind', [
    /** With `scrapeId` and `creditsUsed`. */
    z.object({ kind: z.literal('done'), metadata: DocumentMetadata }),
    z.object({ kind: z.literal('failed'), failure: PageFailure }),
  ]),
  /** As in the PageDocument. */
  content: Bytes.optional(),
});

/** A job has ended. Not sent of a scrape that ended with its page: PageStored tells both. */
export const JobChanged = z.object({ type: z.literal('JobChanged'), jobId: Id, state: JobState });

/** A message that could not be handled, with everything needed to look at it and to send it again. */
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
export type JobChanged = z.infer<typeof JobChanged>;
export type DeadLetter = z.infer<typeof DeadLetter>;
