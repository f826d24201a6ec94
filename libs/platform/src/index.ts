export {
  ConfigError,
  commaList,
  /** @public of the script that writes the tables of settings. */
  describeConfig,
  EXIT_CONFIG,
  egressAllow,
  egressDeny,
  flag,
  loadConfigs,
  pageCacheMaxMib,
  pageCachePerTeam,
  zeroRetentionHold,
} from './config';
export { redaction } from './create-log';
export { refuseDataDir } from './data-dir';
export { duration, durationList, durationWithin } from './durations';
export { EventLog, type LogFields } from './event-log';
export { findSimilar } from './find-similar';
export { type HealthAnswer, HealthChecks } from './health';
export { kafkaAccess, platformConfig, requireWholeSasl } from './platform.config';
export { type ProcessReady, runProcess } from './run-process';
export { defineService } from './service';
export { ServiceLoop } from './service-loop';
export { Stopping } from './stopping';
export { CONFIG, DATABASE, HEALTH, LOG, METRICS, PUBLISHER, STOPPING } from './tokens';
export { WakeSignal } from './wake-signal';
