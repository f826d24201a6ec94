export type { Capture, Extraction, ExtractionOptions } from './capture';
export { isPdf } from './decode/is-pdf';
export { extractPage } from './extract-page';
export { isMadeFormat } from './formats';
export { ExtractionPool, type ExtractionPoolOptions, type ExtractionPoolStats } from './pool/extraction-pool';
export * as steps from './steps';
