export { documentWord, PDF_PAGES } from './fixture-site/areas/documents';
export { CONTENT_ENCODINGS, RUSSIAN_TEXT } from './fixture-site/areas/encodings';
export { PDF_TEXT, SHIFT_JIS_TEXT } from './fixture-site/areas/files';
export { ENDLESS_ENTRIES } from './fixture-site/areas/forms';
export { WELCOME_ADDRESS } from './fixture-site/areas/guarded';
export { LABELLED_STATUSES } from './fixture-site/areas/labels';
export type { SeenByPage } from './fixture-site/areas/looks';
export { MOST_HOPS } from './fixture-site/areas/moved';
export { AD_PATHS, CONSENT_VENDORS } from './fixture-site/areas/nuisances';
export { LATE_CONTENT_MS } from './fixture-site/areas/scripted';
export { treePath } from './fixture-site/areas/tree';
export type {
  BusyAnswer,
  BytesAnswer,
  DroppedAnswer,
  FixtureAnswer,
  HangingAnswer,
  Headers,
  HtmlAnswer,
  RedirectAnswer,
} from './fixture-site/page-answer';
export { type LoggedRequest, RequestLog } from './fixture-site/request-log';
export { type Certificate, makeSelfSignedCertificate } from './fixture-site/self-signed-certificate';
export { type FixtureSite, type FixtureSiteOptions, startFixtureSite } from './fixture-site/start-fixture-site';
export { hostLists, wrongHostLists } from './host-lists';
export { STUB_DOMAIN, type StubDns, type StubName, startStubDns } from './hostile/dns/start-stub-dns';
export type { HostileAnswer, HostilePage } from './hostile/hostile-page';
export { hostilePages } from './hostile/hostile-pages';
export { addressForms, privateAddresses } from './hostile/proxied/address-forms';
export { guardPages } from './hostile/proxied/guard-pages';
export { pageOf } from './hostile/proxied/proxied-route';
export { proxiedRoutes } from './hostile/proxied/proxied-routes';
export { type HostileSite, startHostileSite } from './hostile/start-hostile-site';
export { startTripwire, type Tripwire, tripwireText } from './hostile/start-tripwire';
export { deflatedFourTimes, FOUR_TIMES_FLATE, makeZip } from './hostile/tools/bombs';
export { makePdf, pdfStream } from './hostile/tools/make-pdf';
export { type ProxyFault, type ProxyServer, type ProxyServerOptions, startProxyServer } from './proxy-server';
export { type PublishedMessage, RecordingPublisher } from './recording-publisher';
export { reachablePages, type Truth } from './reference-crawl/reachable-pages';
export { canonicalUrl, isInScope, type TruthOptions } from './reference-crawl/scope-by-hand';
export { crawlScope, scrapeSpec } from './specs';
export { startTestDatabase, stopTestServer, type TestDatabase } from './test-database';
export { until } from './until';
export {
  type Misbehaviour,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver';
