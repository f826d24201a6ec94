export { makePdf, pdfStream } from './files/make-pdf';
export { makeZip } from './files/make-zip';
export { AD_PATHS, CONSENT_VENDORS } from './fixture-site/areas/ads-and-dialogs';
export { WELCOME_ADDRESS } from './fixture-site/areas/client-address';
export { documentWord, PDF_PAGES } from './fixture-site/areas/documents';
export { CONTENT_ENCODINGS, RUSSIAN_TEXT } from './fixture-site/areas/encodings';
export { PDF_TEXT, SHIFT_JIS_TEXT } from './fixture-site/areas/files';
export { ENDLESS_ENTRIES } from './fixture-site/areas/forms';
export { LABELLED_STATUSES } from './fixture-site/areas/labels';
export { MOST_HOPS } from './fixture-site/areas/moved';
export { treePath } from './fixture-site/areas/tree';
export type { SeenByPage } from './fixture-site/areas/visitor';
export type { LoggedRequest } from './fixture-site/request-log';
export { makeAuthority, makeSelfSignedCertificate } from './fixture-site/self-signed-certificate';
export { type FixtureSite, startFixtureSite } from './fixture-site/start-fixture-site';
export { hostLists, wrongHostLists } from './host-lists';
export { STUB_DOMAIN, type StubDns, type StubName, startStubDns } from './hostile/dns/start-stub-dns';
export type { HostilePage } from './hostile/hostile-page';
export { hostilePages, representativeHostilePages } from './hostile/hostile-pages';
export { MALFORMED_PAGE, malformedResponses } from './hostile/malformed-responses';
export { addressForms, privateAddresses } from './hostile/proxied/address-forms';
export { guardPages } from './hostile/proxied/guard-pages';
export { pageOf } from './hostile/proxied/proxied-route';
export { proxiedRoutes } from './hostile/proxied/proxied-routes';
export { type HostileSite, startHostileSite } from './hostile/start-hostile-site';
export { startTripwire, type Tripwire, tripwireText } from './hostile/start-tripwire';
export { deflatedFourTimes, FOUR_TIMES_FLATE } from './hostile/tools/bombs';
export { requestAccessToken, startIdentityProvider, type TestIdentityProvider } from './identity-provider';
export { isNightlyRun } from './is-nightly-run';
export { listenOnFreshPort } from './listen-on-fresh-port';
export { type ModelProvider, type ModelReply, type ModelRequest, startModelProvider } from './model-provider';
export { type ObjectStoreServer, startObjectStore } from './object-store-server';
export { type ProxyServer, type ProxyServerOptions, startProxyServer } from './proxy-server';
export { type PublishedMessage, RecordingPublisher } from './recording-publisher';
export { reachablePages } from './reference-crawl/reachable-pages';
export { canonicalUrl, type ReferenceCrawlOptions } from './reference-crawl/scope-by-hand';
export {
  descendantsOf,
  isSameStillRunning,
  processesNaming,
  processesOfGroup,
} from './running-processes';
export { type Searxng, type SearxngFault, type SearxngResult, startSearxng } from './searxng';
export { type SilentProxy, startSilentProxy } from './silent-proxy';
export { crawlScope, scrapeSpec } from './specs';
export { temporaryFolders } from './temporary-folders';
export { startTestDatabase, stopTestServer, type TestDatabase } from './test-database';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector';
export { until } from './until';
export {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver';
