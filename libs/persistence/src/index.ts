export { ensureApiKey, ensureTeam, generateApiKey, hashApiKey } from './access/api-keys';
export {
  type ConsoleSession,
  moveConsoleSession,
  type NewSession,
  type Person,
  readConsoleSession,
  startConsoleSession,
} from './access/console-sessions';
export { DeclaredWebhookSecret } from './access/declared-webhook-secret';
export { WebhookSecretUnreadable } from './access/encrypt-webhook-secret';
export { findFirstTeam, findTeams } from './access/find-teams';
export { addKey, type KeyCursor, type KeyOverview, listKeys, type NewKey, readKey, revokeKey } from './access/keys';
export { readTeamNames } from './access/read-team-names';
export { type KeyRotation, type RotateKey, rotateKey } from './access/rotate-key';
export {
  countTeamsOfSharedSecret,
  readWebhookSecretVersions,
  signingSecrets,
  type TeamWebhookSecrets,
  teamWebhookSecrets,
  type WebhookSecretVersions,
  webhookSecretOf,
} from './access/webhook-secrets';
export {
  cancelJob,
  HEADERS_ERASED,
  type JobCancelling,
  type JobRetrying,
  type RetryObstacle,
  retryJob,
} from './admin/change-jobs';
export { createTeam, setTeam, setTeamDisabled } from './admin/change-teams';
export { copyJob } from './admin/copy-job';
export {
  type ExaminedFrontier,
  type ExaminedResults,
  examineJob,
  type JobExamination,
  type QueuedHost,
} from './admin/examine-job';
export { type CreditGrant, grantCredits } from './admin/grant-credits';
export { listAuditEntries } from './admin/list-audit-entries';
export { type DeferredHost, listDeferredHosts } from './admin/list-deferred-hosts';
export {
  type JobCursor,
  type JobLeases,
  type JobOverview,
  listJobs,
  readJobLeases,
  readJobOverview,
} from './admin/list-jobs';
export { type LeaseOverview, listLeases } from './admin/list-leases';
export { type ListedTeam, listTeams, listTeamsWithHosts, readTeam, type TeamOverview } from './admin/list-teams';
export { type KeyUsage, listUsage, type UsageCursor, usageCursorOf } from './admin/list-usage';
export {
  type DeliveryFilter,
  type DeliveryOverview,
  type DeliveryOverviewCursor,
  listDeliveries,
} from './admin/list-webhook-deliveries';
export { noteReplay } from './admin/note-replay';
export { type EventRedelivery, type RedeliveredJob, redeliverEvent, redeliverEvents } from './admin/redeliver-events';
export { type FailedPagesRetrying, MAX_RETRIED_PAGES, retryFailedPages } from './admin/retry-failed-pages';
export { rotateWebhookSecret } from './admin/rotate-webhook-secret';
export type { StoreAddress } from './backup/backup-session';
export { loadSnapshot, readObstacle } from './backup/load-snapshot';
export {
  type DocumentObject,
  type Snapshot,
  type SnapshotTable,
  withSnapshot,
} from './backup/read-snapshot';
export {
  type CachedPage,
  cacheKeyHash,
  captureId,
  type FoundCachedPage,
  type NewCachedPage,
} from './cache/cached-page';
export { evictCachedPages, measurePageCache } from './cache/evict-cached-pages';
export { findCachedPages, readCachedPages } from './cache/find-cached-pages';
export { cachedBytes, writeCachedPages } from './cache/write-cached-pages';
export {
  addCreditEntries,
  deleteOldCreditEntries,
  type EndedRequest,
  type NewCreditEntry,
} from './credits/add-credit-entries';
export { findShortage, type InsufficientCredits, readFreeCredits } from './credits/free-credits';
export {
  type CreditBalance,
  type CreditPeriod,
  readCreditBalance,
  readCreditPeriods,
} from './credits/read-credits';
export {
  type Database,
  openDatabase,
  Prisma,
  type Transaction,
} from './database';
export { applyTeams, applyTeamsFile, pruneTeams, type TeamsApplication } from './declared/apply-teams';
export { compareTeams } from './declared/compare-teams';
export type { DeclaredTeams, TeamChange } from './declared/declared-teams';
export { readLastTeamsDigest } from './declared/order-teams-files';
export { isStoreUnavailable } from './driver/store-unavailable';
export { joinEmbeddedPostgres } from './embedded/join-embedded-postgres';
export { DirectoryInUseError, type DirectoryLock, lockDirectory } from './embedded/lock-directory';
export { startEmbeddedPostgres } from './embedded/start-embedded-postgres';
export {
  type DeletableTable,
  deleteRowsOfKey,
  type EncryptedTable,
  encryptedTables,
  readKeysOfRows,
} from './encryption/rows-of-keys';
export { endClaims } from './end-claims';
export { type ErasureCounts, type ErasureView, readErasure, reopenErasures } from './erasures/read-erasure';
export { type RequestedErasure, requestErasure } from './erasures/request-erasure';
export {
  type AdmissionCounts,
  admitCandidates,
  type CandidateAdmission,
  type FoundCandidate,
  type JudgedCandidate,
} from './frontier/admit-candidates';
export { adoptCrawlDelay } from './frontier/adopt-crawl-delay';
export { blockHost, countDeferredHosts } from './frontier/block-host';
export { markCancelled, skipLeasedPages, skipQueuedPages } from './frontier/cancel-frontier-job';
export {
  BEFORE_ALL_JOBS,
  deleteIdleHosts,
  deleteOrphanedFrontier,
  findOrphanedFrontiers,
} from './frontier/delete-orphaned-frontier';
export { eraseFrontier, findFrontiersToErase } from './frontier/erase-frontier';
export {
  findExpiredLeases,
  findLostCancels,
  findUnendedJobs,
  findUnsettledCancels,
  findUnstartedJobs,
  findUntakenUrlLists,
  hasOpenJobs,
} from './frontier/find-repairs';
export { finishPages, type PageEnd } from './frontier/finish-page';
export { hasTransientFailure } from './frontier/has-transient-failure';
export { readHostTurn, takeHostTurn } from './frontier/host-turn';
export { countRunning, hasQueuedPages, type LeasedPage, leasePages, type RunningWork } from './frontier/lease-pages';
export { type LockedFrontierJob, lockFrontierJob } from './frontier/lock-frontier-job';
export { moveOrigin } from './frontier/move-origin';
export { openRevisit } from './frontier/open-revisit';
export { promoteWaiting } from './frontier/promote-waiting';
export { type DuePage, readDuePages } from './frontier/read-due-pages';
export { readJobSpec, type StoredJobSpec } from './frontier/read-job-spec';
export { type LeaseTurn, lockLimitedTeams, readLeaseTurns, tryLeasingLock } from './frontier/read-lease-turns';
export {
  hasStoredDocument,
  type LeasedPageView,
  readLeasedPage,
  readLeasedPages,
} from './frontier/read-leased-page';
export { readLinkedUrls } from './frontier/read-linked-urls';
export { readSitePages, readStoredMetadata, type SitePage } from './frontier/read-site-pages';
export { releaseLeases } from './frontier/release-leases';
export {
  findUnstoredFailures,
  requeueLostDocuments,
  type UnstoredFailure,
} from './frontier/repair-lost-results';
export { requeuePage } from './frontier/requeue-page';
export { claimSeeding, extendSeeding, finishSeeding, noteUnreadSitemaps, type SeedingJob } from './frontier/seeding';
export { readSettlement, readSettlements, type Settlement, settleFrontierJob } from './frontier/settle-frontier-job';
export { startFrontierJob } from './frontier/start-frontier-job';
export { countUrlListTaken, readUntakenUrlList, reopenForUrlLists } from './frontier/url-lists';
export { acceptJob, type NewJob } from './gateway/accept-job';
export { appendUrls } from './gateway/append-urls';
export { type Caller, findCaller, noteKeyUse } from './gateway/find-caller';
export { holdEphemeralJob } from './gateway/hold-ephemeral-job';
export { listRunningCrawls, type RunningCrawl } from './gateway/list-running-crawls';
export { noteCompleteRead } from './gateway/note-complete-read';
export { type PathStep, readDiscoveryPath } from './gateway/read-discovery-path';
export { readDocuments } from './gateway/read-documents';
export {
  type ListedUrl,
  readFrontierPages,
  readUrlTotals,
  type UrlKind,
} from './gateway/read-frontier-pages';
export { type JobView, readJob } from './gateway/read-job';
export {
  hasFrontierPages,
  hasRobotsBlocked,
  type PageError,
  readCancelledPages,
  readPageErrors,
  readRobotsBlocked,
  readTrapExample,
  readUntakenUrls,
} from './gateway/read-job-errors';
export { type JobRequest, readJobRequest } from './gateway/read-job-request';
export { type FrontierPageState, type KnownUrl, readKnownUrls, readOriginUrl } from './gateway/read-known-urls';
export { findStoredPages, readPageResult, type StoredPageResult } from './gateway/read-page-result';
export { readTeamLoad } from './gateway/read-team-load';
export { readTokensUsed } from './gateway/read-tokens-used';
export {
  type DeliveryCursor,
  type DeliveryWait,
  readDelivery,
  readJobDeliveries,
  readTeamDeliveries,
  readWebhookEvent,
  type WebhookDeliveryState,
  type WebhookDeliveryView,
  type WebhookEventSource,
  webhookDeliveryStates,
  webhookDeliveryWaits,
} from './gateway/read-webhook-deliveries';
export { requestCancel } from './gateway/request-cancel';
export { MAX_REDELIVERED_EVENTS, requestRedelivery, requestRedeliveryOfJob } from './gateway/request-redelivery';
export { evictVersions, findOverfullHistories } from './history/evict-versions';
export { crawlKey, historyKey, isSamePage, plainHash, runPageKey } from './history/history-keys';
export { type RememberedPage, readCrawlHistory } from './history/read-crawl-history';
export {
  type PageVersion,
  type PlainPage,
  readPlainPages,
  readPreviousVersions,
  readVersionMarkdown,
} from './history/read-previous-versions';
export { HistoryMovedError, type NewPageVersion, writeVersions } from './history/write-versions';
export { measureOpenScrapes, type OpenScrapes } from './limits/measure-open-scrapes';
export { startScrapes } from './limits/start-scrapes';
export { type RequestClass, takeRequest } from './limits/take-request';
export { deployMigrations, listMigrations, MIGRATIONS_DIR } from './migrations/deploy-migrations';
export {
  type Actor,
  type AuditAction,
  type AuditEntry,
  created,
  type FieldChanges,
  noteChange,
  processActor,
} from './note-change';
export { pageHash, refusalHash } from './page-hash';
export { newJobId } from './partitions/day-partitions';
export { findUnusedDays } from './partitions/find-unused-days';
export { HeldDays } from './partitions/held-days';
export { keepPartitions } from './partitions/keep-partitions';
export { measureTables } from './partitions/measure-tables';
export { findRefusedHashes, readRefusedHashes, shortHash } from './refused-links';
export { type ClaimedWebhookEvent, claimWebhookEvent } from './results/claim-webhook-event';
export { countUrlLists } from './results/count-url-lists';
export { deleteJob, findExpiredJobs } from './results/delete-expired-jobs';
export { type Barred, type DueWebhookEvent, findDueWebhookEvents } from './results/due-webhook-events';
export {
  addEnrichment,
  type ClaimedEnrichment,
  claimEnrichments,
  deleteEnrichment,
  measureEnrichments,
  postponeEnrichments,
  releaseEnrichments,
  renewEnrichments,
} from './results/enrichments';
export { hasErasedWebhookHeaders } from './results/erase-headers';
export { eraseJob, findJobsToErase, postponeErasure } from './results/erase-job';
export { findJobsToEnd, findOpenScrapes } from './results/find-jobs-to-end';
export { finishWebhookAttempt, type WebhookAttemptEnd } from './results/finish-webhook-attempt';
export { insertDocuments, insertPages, type NewDocument, type NewPage } from './results/insert-pages';
export { insertWebhookEvents, type NewWebhookEvent } from './results/insert-webhook-events';
export { type LockedJob, lockJobs } from './results/lock-jobs';
export { measureOutbox } from './results/measure-outbox';
export { readBoundedDocument, readDocument, type StoredDocument } from './results/read-document';
export { readJobOwners } from './results/read-job-owners';
export { type PageFence, readPageFences } from './results/read-page-fences';
export { type PageJob, readPageJob } from './results/read-page-job';
export { repairOutboxes } from './results/repair-outboxes';
export { updateJobs } from './results/update-jobs';
export {
  listScheduleOverviews,
  type ScheduleOverview,
  setSchedulePaused,
} from './schedules/admin-schedules';
export {
  compareRun,
  deleteOldRunPages,
  deleteOldRuns,
  endRun,
  type ReportingSchedule,
  readRunSamples,
} from './schedules/compare-run';
export { deleteSchedule, removeDeletedRows } from './schedules/delete-schedule';
export { type EndedRun, findEndedRuns, lockEndedRun } from './schedules/ended-runs';
export { insertScheduleEvent } from './schedules/insert-schedule-event';
export {
  countUnplannableSchedules,
  type DueSchedule,
  type PlannedRun,
  planDueRuns,
  type RunPlan,
} from './schedules/plan-runs';
export { postponeComparison } from './schedules/postpone-comparison';
export { listRunPages, listRuns, type RunPage, readRun } from './schedules/read-runs';
export { requestRun } from './schedules/request-run';
export {
  RUNS_PER_DELETION,
  type RunCounts,
  type RunPageState,
  runPageStates,
  runStates,
  runTriggers,
  type Schedule,
  type ScheduleFields,
  type ScheduleRun,
  scheduleKinds,
} from './schedules/schedule';
export { HIDDEN_VALUE } from './schedules/schedule-changes';
export {
  changeSchedule,
  createSchedule,
  findSchedule,
  type ListedSchedule,
  listSchedules,
  readSchedule,
} from './schedules/schedules';
export {
  type ClaimedRun,
  claimDueRuns,
  collectMapRun,
  failRun,
  findEndedMaps,
  type MappedUrl,
  type RunClaim,
  releaseRun,
  startMapRun,
} from './schedules/start-runs';
export { connectionName, findMissingSettings, readConnectionBudget } from './session-check';
