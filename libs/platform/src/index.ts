export * from './config';
export * from './event-log';
export * from './health';
export * from './platform.config';
export * from './run-process';
export * from './service';
export * from './stopping';
export * from './tokens';
