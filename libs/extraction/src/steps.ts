/** The steps of `extractHtml` one by one, in their order, for measuring and examining them. */
export { classifyContent } from './decode/content-kind';
export { decodeText } from './decode/decode-text';
export { detectCharset } from './decode/detect-charset';
export { extractHtml } from './extract-html';
export { collectLinks } from './formats/links';
export { toMarkdown } from './formats/markdown/to-markdown';
export { makeUrlsAbsolute } from './page/absolute-urls';
export { Addresses } from './page/addresses';
export { findBaseUrl } from './page/base-url';
export { openFrames } from './page/frames';
export { removeInlinedImages } from './page/inlined-images';
export { readMetadata } from './page/metadata';
export { collectOutlinks } from './page/outlinks';
export { selectContent } from './page/select-content';
export { LightElement, type LightNode, LightText } from './tree/light-node';
export { oneName } from './tree/names';
export { type ParsedPage, parseHtml } from './tree/parse-html';
export { nextAfter, nextNode } from './tree/walk';
