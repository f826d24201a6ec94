export * from './messages';
export * from './topics';
