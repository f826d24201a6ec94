/** @public Names in the inferred types of configurations with `egressFields`. */
export type {
  /** @public Part of inferred types. */
  NoProxy,
  /** @public Part of inferred types. */
  UpstreamProxy,
} from '@orbweaver/egress';
export { refuseDataDir } from './adapters/data-dir';
export { inputThreadsProvider } from './adapters/input-threads.provider';
export { languageModelProvider } from './adapters/language-model.provider';
export { openContentsOfCommand } from './adapters/open-contents';
export { readVersion } from './adapters/process-metrics';
export { refuseToListen } from './adapters/refuse-taken-port';
export { searchProvider } from './adapters/search.provider';
export { serviceFetchProvider } from './adapters/service-fetch.provider';
export { secureContextOf, trustedAuthorities } from './config/certificate-authorities';
export {
  ConfigError,
  commaList,
  /** @public Used by the script that generates the settings tables. */
  describeConfig,
  EXIT_CONFIG,
  egressAllow,
  egressDeny,
  faultOfRetention,
  flag,
  hasValidJobTtlMax,
  invalidJobTtlMax,
  jobTtl,
  jobTtlMax,
  loadConfigs,
  maxJobLifetime,
  pageCacheMaxMib,
  pageCachePerTeam,
  webhookSecret,
  zeroRetentionHold,
} from './config/config';
export { duration, durationList, durationWithin, timerDuration } from './config/durations';
export { egressFields, proxyList, serviceRoutes, siteRoutes } from './config/egress.config';
export { findSimilar } from './config/find-similar';
export { kafkaAccess, requireCompleteKafka } from './config/kafka.config';
export { languageModelFields, sessionLimits } from './config/language-model.config';
export { platformConfig, requireCompleteObjectStoreKey } from './config/platform.config';
export { searchFields } from './config/search.config';
export { type SignOnConfig, signOnFields } from './config/sign-on.config';
export { decryptCachedPage, encryptCachedPage } from './contents/cached-page-cipher';
export { decryptMetadata } from './contents/decrypt-metadata';
export { type HealthAnswer, HealthChecks } from './health/health';
export { lineFormat } from './log/create-log';
export { EventLog, type LogFields } from './log/event-log';
export { boundServer } from './process/bound-server';
export { writeWarnings } from './process/log-warnings';
export { type ProcessReady, runProcess } from './process/run-process';
export { defineService, type ServiceName } from './service';
export { readTeamsFile } from './teams-file/read-teams-file';
export { RENDER_SLOTS_METRIC } from './terminal/show-progress';
export {
  BROKER,
  CIPHER,
  CLOCK,
  CONFIG,
  CONTENTS,
  DATABASE,
  HEALTH,
  LANGUAGE_MODEL,
  LOG,
  METRICS,
  PUBLISHER,
  RANDOM,
  SEARCH_ENGINE,
  SERVICE_FETCH,
  SERVICES,
  STOPPING,
  TRACING,
} from './tokens';
export { noTracing, type OpenSpan, type Tracing } from './tracing/tracing';
export { Batcher } from './work/batcher';
export { InputThreads, InputTooComplexError } from './work/input-threads';
export type { CrawlRules } from './work/input-worker';
export { ServiceLoop } from './work/service-loop';
export { Stopping } from './work/stopping';
export { isWithin, waitFor } from './work/wait-for';
export { WakeSignal } from './work/wake-signal';
