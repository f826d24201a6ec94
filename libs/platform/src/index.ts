export {
  ConfigError,
  type ConfigField,
  type ConfigSchema,
  commaList,
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
export { duration, durationList } from './durations';
export { EventLog, type LogFields } from './event-log';
export { findSimilar } from './find-similar';
export { type HealthAnswer, HealthChecks } from './health';
export { kafkaAccess, type PlatformConfig, platformConfig, requireWholeSasl } from './platform.config';
export { type ProcessOptions, type ProcessReady, runProcess } from './run-process';
export { defineService, type Service, type ServiceName } from './service';
export { ServiceLoop, type ServiceLoopOptions } from './service-loop';
export { Stopping } from './stopping';
export { CONFIG, DATABASE, HEALTH, LOG, METRICS, PUBLISHER, STOPPING } from './tokens';
export { WakeSignal } from './wake-signal';
