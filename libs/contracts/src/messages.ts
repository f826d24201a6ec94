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

/**
 * What came back for a page, as far as documents are made of it and without what belongs to one visitor: a capture
 * that other requests may be answered from. Its bytes travel beside it: `captureBody`, `captureScreenshot`.
 */
export const CachedCapture = z.object({
  /** That answered, after redirects. */
  url: z.string(),
  status: z.int(),
  statusText: z.string().optional(),
  /** Names in lower case; those alone that extraction reads. */
  headers: z.record(z.string(), z.string()),
  charset: z.string().optional(),
  engine: z.enum(['http', 'browser']),
  isPdf: z.boolean(),
  /** true: the site did not say that it is one visitor's. Absent, as of an older renderer: it may have. */
  isPublic: z.boolean().optional(),
  /** When it came back, by the renderer's clock; a document may be published minutes later. */
  capturedAt: Instant.optional(),
  /** For callers, as of the document that was made first. */
  warnings: z.array(z.string()).optional(),
});

export const StartJob = z.object({ type: z.literal('StartJob'), jobId: Id });
const CancelJob = z.object({ type: z.literal('CancelJob'), jobId: Id });
/** More URLs of a batch lie in Postgres (`job_url_lists`). */
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
  /** The fence of the lease: comes back in the outcome and the document. A scrape has epoch 1. */
  epoch: z.int().positive(),
  /** Counts from 1. */
  attempt: z.int().positive(),
  /** How often the host asked to come later already; past a bound its answer is taken as it is. */
  deferrals: z.int().min(0),
  /** When nobody waits for the page any more. A renderer that receives it later drops it. */
  deadlineAt: Instant,
  /** true: nothing of the page may outlive the answer, in no store and in no log line. */
  zeroDataRetention: z.boolean().optional(),
  /** What the page cache says. Absent: it was not asked, as the request is none that it may answer. */
  cache: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('miss') }),
      /** The document is made of this, and nothing is fetched. */
      z.object({
        state: z.literal('hit'),
        capturedAt: Instant,
        capture: CachedCapture,
        /** The same for hits of the same capture alone. */
        id: z.string().optional(),
      }),
    ])
    .optional(),
  /** gzip; of a hit. */
  captureBody: Bytes.optional(),
  /** A PNG file; of a hit that is to bring one. */
  captureScreenshot: Bytes.optional(),
  /** true: what comes back may answer others, and is wanted beside the document. */
  keepCapture: z.boolean().optional(),
  /** true: an earlier crawl came to the page; neither a link nor a sitemap led this one there. */
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
 * The document of a page, or why there is none. Published once a page by whoever knows the final word:
 * the renderer for a document, the frontier for the failure of a job's page, the renderer for that of a scrape.
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
  /** The caller asks what has changed since the page was scraped before. Never with zeroDataRetention. */
  changeTracking: z
    .object({
      modes: z.array(z.enum(['json', 'git-diff'])),
      tag: z.string().nullable(),
      /** As in the RenderPage. */
      hidden: z.boolean().optional(),
      /** As in the RenderPage of a crawl. */
      dedup: z.object({ ignoreQueryParameters: z.boolean(), deduplicateSimilarURLs: z.boolean() }).optional(),
      /** Where frames lead, as the links of the markdown write it: no change of the page. */
      frames: z.array(z.string()).optional(),
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
  /** For the page cache, when it was asked for. Without `captureBody`: the page failed, which is only counted. */
  capture: CachedCapture.optional(),
  /** gzip */
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
    z.object({ kind: z.literal('deferred'), retryAfterMs: z.int().min(0) }),
  ]),
  /** Where the links were resolved against. */
  finalUrl: z.string(),
  /** Absolute http(s) URLs, unique, in the order of the page. */
  outlinks: z.array(z.string()),
});

/**
 * Every page of the job has its final outcome. Repeated after an append or a repair, then with another count: results
 * takes the message for a reason to look at the frontier's row, which knows the newest one.
 */
export const JobSettled = z.object({
  type: z.literal('JobSettled'),
  jobId: Id,
  reason: z.enum(['finished', 'cancelled', 'failed']),
  /** How many pages results will have heard of (documents and failures) when all has arrived. */
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
 * The answer to a scrape with zeroDataRetention. It is stored nowhere: the gateway whose caller waits takes it from
 * here, and a repetition that nobody waits for means nothing.
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
export type StartJob = z.infer<typeof StartJob>;
export type JobCommand = z.infer<typeof JobCommand>;
export type RenderPage = z.infer<typeof RenderPage>;
export type PageDocument = z.infer<typeof PageDocument>;
export type PageOutcome = z.infer<typeof PageOutcome>;
export type JobSettled = z.infer<typeof JobSettled>;
export type PageStored = z.infer<typeof PageStored>;
export type DirectReply = z.infer<typeof DirectReply>;
export type JobChanged = z.infer<typeof JobChanged>;
export type DeadLetter = z.infer<typeof DeadLetter>;
