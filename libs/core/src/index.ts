export type { Clock } from './clock';
export { BatchSpec, CrawlScope, CrawlSpec } from './crawl/crawl-spec';
export { compileScope, decideScope } from './crawl/scope/decide-scope';
export {
  explainRefusal,
  explainScope,
  type ScopeExplanation,
  type SkipExplanation,
} from './crawl/scope/explain-scope';
export { explainSkip } from './crawl/scope/explain-skip';
export { leavesOrigin } from './crawl/scope/leaves-origin';
export { isSameSite, siteDomain } from './crawl/scope/parse-candidate';
export { InvalidPatternError, type PatternField } from './crawl/scope/path-pattern';
export { type PreviewQuestion, previewUrl, type UrlPreview } from './crawl/scope/preview-url';
export type { Candidate, ScopeContext } from './crawl/scope/scope-rule';
export { type SkipRule, skipRules } from './crawl/scope/skip-rule';
export { SkipReason } from './crawl/skip-reason';
export { explainTrap } from './crawl/traps/explain-trap';

export { TrapWatch } from './crawl/traps/trap-watch';
export { ExtractSpec } from './extract/extract-spec';
export { ExtractedData } from './extract/extracted-data';
export { backoff } from './job/backoff';
export { type DeliveredDocument, deliveryBody } from './job/delivery-body';
export {
  BatchUrl,
  isFinal,
  JobKind,
  JobSpec,
  JobState,
  SCHEDULE_CHANGED,
  traitsOfWebhookEvent,
  WebhookEventKind,
  WebhookSpec,
  webhookEventTraits,
} from './job/job';
export { readRetryAfter } from './job/read-retry-after';
export { redactSpec } from './job/redact-spec';
export { listMapUrl, type MapScope, mapScope, mayVisit } from './map/map-scope';
export { MapLink, MapSpec } from './map/map-spec';
export { mergeValues } from './merge-values';
export {
  arePatternsWithinLimits,
  MAX_PATTERNS,
  MAX_PATTERNS_CHARACTERS,
  PATTERNS_TOO_LARGE,
} from './patterns/pattern-limits';
export { redactError } from './redact-error';
export {
  AdvisedError,
  PoisonedInputError,
  type RetryAdvice,
  retryAdvice,
  StoreUnavailableError,
} from './retry-advice';
export {
  mayRetry,
  pageRetryMs,
  type RedeliveryPolicy,
  redeliveryDelayMs,
  redeliveryPolicy,
  retryLimits,
  retryWaits,
} from './retry-policy';
export {
  decideRun,
  findOverlap,
  type MissedRunPolicy,
  missedRunPolicies,
  type OpenRuns,
  type OverlapFault,
  type OverlapPolicy,
  overlapPolicies,
  type RunDecision,
} from './schedule/decide-run';
export { Action, actionSchemas, explicitWaitMs } from './scrape/actions';
export type { BrandBox, BrandColor, Branding } from './scrape/branding';
export { cacheAudience, cacheKey, readableAudiences } from './scrape/cache-key';
export { chooseVariant } from './scrape/choose-variant';
export { type ChangeTracking, type DocumentContent, DocumentMetadata } from './scrape/document';
export { documentJson } from './scrape/document-json';
export { Format, type FormatType, Viewport } from './scrape/formats';
export {
  comparesByModel,
  costsExtraction,
  isModelFormat,
  keyOfFormat,
  type ModelFormat,
  needsModel,
  needsModelOnly,
  withModelInput,
} from './scrape/model-work';
export {
  asksForFrames,
  type CacheAudience,
  type CachedVariant,
  type CacheQuestion,
  type CaptureKind,
  captureKind,
  hasUsualScreenshot,
  isCacheableStatus,
  isSuccess,
  isVerified,
  mayReadCache,
  mayWriteCache,
} from './scrape/page-cache';
export { PageFailure, PageFailureReason } from './scrape/page-failure';
export { deadlineMs, findFormat, ScrapeSpec, wantsFormat } from './scrape/scrape-spec';
export {
  AccountName,
  GrantAmount,
  GrantNote,
  hasRight,
  isTeamKey,
  KEY_RIGHT_DESCRIPTIONS,
  KeyRight,
  KeyRights,
  MAX_GRANT,
  MAX_LISTED,
  TeamRight,
  TeamRights,
} from './team/administered';
export { isInNetworks, Networks } from './team/networks';
export { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './team/rotation-overlap';
export {
  MAX_RETENTION_HOURS,
  MAX_TEAM_LIMIT,
  NO_TEAM_LIMITS,
  TEAM_LIMIT_DESCRIPTIONS,
  TeamLimits,
  teamLimitNames,
} from './team/team-limits';
export { highestRole, rightsOfRole, TeamRole } from './team/team-role';
export { TeamsFile } from './team/teams-file';
export { unlessAborted } from './unless-aborted';
export { type DedupOptions, dedupKey } from './url/dedup-key';
export {
  closingRules,
  explainClosed,
  explainPrivateHost,
  type HostLists,
  missingRules,
  openingRules,
  type RefusedHost,
} from './url/explain-host-refusal';
export { HostList } from './url/host-list';
export { isGlobalAddress } from './url/is-global-address';
export { isMetadataAddress } from './url/is-metadata-address';
export {
  bareHost,
  isRoute,
  MAX_URL_CHARS,
  parentHost,
  pathDepth,
  politenessHost,
  portOf,
  resolveLink,
} from './url/page-url';
export { parseUrl } from './url/parse-url';
export { maskUserInfo, redactUrl, removeUserInfo } from './url/redact-url';
export { refreshDelayMs } from './url/refresh-delay';
export { isClosedUrl, permitsUrl, TeamHosts, TeamHostsChange, teamHostsOf } from './url/team-hosts';
