export type { Capture, ContentVerdict } from './capture';
export { isPdf } from './decode/content-kind';
export { detectCharset } from './decode/detect-charset';
export { extractPage } from './extract-page';
export { packBody, unpackBody } from './packed-body';
export { ExtractionPool } from './pool/extraction-pool';
export * as steps from './steps';
export type {
  BoxStyle,
  LogoCandidate,
  StyleSample,
  TextRole,
  TextStyle,
} from './style-sample';
