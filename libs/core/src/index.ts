export { BatchSpec, CrawlScope, CrawlSpec } from './crawl/crawl-spec';
export { compileScope, decideScope, type ScopeDecision } from './crawl/scope/decide-scope';
export { explainSkip } from './crawl/scope/explain-skip';
export { InvalidPatternError, type PathPattern, type PatternField } from './crawl/scope/path-pattern';
export type { Candidate, ScopeContext } from './crawl/scope/scope-rule';
export { SkipReason } from './crawl/skip-reason';
export { BatchUrl, isFinal, JobKind, JobSpec, JobState, WebhookEventKind, WebhookSpec } from './job/job';
export {
  AdvisedError,
  PoisonedInputError,
  type RetryAdvice,
  retryAdvice,
  StoreUnavailableError,
} from './retry-advice';
export { Action, explicitWaitMs } from './scrape/actions';
export { type DocumentContent, DocumentMetadata } from './scrape/document';
export { Format, type FormatType, Viewport } from './scrape/formats';
export { mayRetry, PageFailure, PageFailureReason } from './scrape/page-failure';
export { deadlineMs, findFormat, ScrapeSpec, wantsFormat } from './scrape/scrape-spec';
export { type DedupOptions, dedupKey } from './url/dedup-key';
export { bareHost, pathDepth, politenessHost, resolveLink } from './url/page-url';
