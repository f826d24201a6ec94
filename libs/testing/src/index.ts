export * from './fixture-site/areas/files';
export * from './fixture-site/areas/scripted';
export * from './fixture-site/areas/tree';
export * from './fixture-site/page-answer';
export * from './fixture-site/request-log';
export { type FixtureSite, type FixtureSiteOptions, startFixtureSite } from './fixture-site/start-fixture-site';
export * from './truth/reachable-pages';
export * from './truth/scope-by-hand';
export * from './webhook-receiver';
