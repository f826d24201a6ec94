export * from './event-log';
export * from './health';
export * from './service';
export * from './stopping';
export * from './tokens';
