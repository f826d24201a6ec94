export { PDF_TEXT, SHIFT_JIS_TEXT } from './fixture-site/areas/files';
export { LATE_CONTENT_MS } from './fixture-site/areas/scripted';
export { treePath } from './fixture-site/areas/tree';
export type {
  BusyAnswer,
  BytesAnswer,
  DroppedAnswer,
  HangingAnswer,
  Headers,
  HtmlAnswer,
  PageAnswer,
  RedirectAnswer,
} from './fixture-site/page-answer';
export { type LoggedRequest, RequestLog } from './fixture-site/request-log';
export { type Certificate, makeSelfSignedCertificate } from './fixture-site/self-signed-certificate';
export { type FixtureSite, type FixtureSiteOptions, startFixtureSite } from './fixture-site/start-fixture-site';
export { crawlScope, scrapeSpec } from './specs';
export { reachablePages, type Truth } from './truth/reachable-pages';
export { canonicalUrl, isInScope, type TruthOptions } from './truth/scope-by-hand';
export { until } from './until';
export { type Delivery, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';
