import { type Capture } from '../capture';
/** The kind of a body. `language` names the code fence of its text. */
export type ContentKind =
  | { kind: 'html'; xhtml: boolean }
  | { kind: 'json' }
  | { kind: 'text' }
  | { kind: 'code'; language: string }
  | { kind: 'pdf' }
  /** Its directory identifies the content. */
  | { kind: 'zip' }
  | { kind: 'rtf' }
  | { kind: 'unsupported'; what: string };

const SNIFFED_BYTES = 1024;

const CODE_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['text/css', 'css'],
  ['text/javascript', 'javascript'],
  ['application/javascript', 'javascript'],
  ['application/x-javascript', 'javascript'],
  ['application/ecmascript', 'javascript'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/toml', 'toml'],
  ['application/sql', 'sql'],
]);

/** Types that servers send by default: the bytes decide. */
const UNKNOWN_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  '*/*',
]);

// A comment must end at its first `-->`: a lazy `.*?` would be exponential on a row of comments.
const LOOKS_LIKE_HTML =
  /^(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|div|p|h[1-6]|table|article|main|section|center|a|b|br|iframe|font)\b/i;

/** File signatures in Latin-1 and their offsets. */
const MAGIC: { text: string; at: number; what: string }[] = [
  { text: '\x89PNG', at: 0, what: 'a PNG image' },
  { text: 'GIF8', at: 0, what: 'a GIF image' },
  { text: '\xff\xd8\xff', at: 0, what: 'a JPEG image' },
  { text: 'WEBP', at: 8, what: 'a WebP image' },
  { text: '\x1f\x8b', at: 0, what: 'a gzip archive' },
  { text: '7z\xbc\xaf', at: 0, what: 'a 7-Zip archive' },
  { text: 'Rar!', at: 0, what: 'a RAR archive' },
  { text: 'wOF', at: 0, what: 'a font' },
  { text: 'ftyp', at: 4, what: 'a video' },
  { text: 'ID3', at: 0, what: 'an audio file' },
  { text: 'OggS', at: 0, what: 'an audio or video file' },
];

/** Container of office files up to 2003 and of encrypted newer ones. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0';

/** Content of such a container by stream name, anywhere in the file. */
const COMPOUND_STREAMS: [name: string, what: string][] = [
  ['EncryptedPackage', 'an office document that is encrypted'],
  ['WordDocument', 'a Word document of the old format (.doc)'],
  ['Workbook', 'an Excel workbook of the old format (.xls)'],
  ['PowerPoint Document', 'a PowerPoint presentation of the old format (.ppt)'],
  ['__substg1.0_', 'an Outlook message (.msg)'],
];

/** The declared kind, unless the bytes contradict it. A rendered DOM is HTML; see `declaredKind`. */
export function classifyContent(
  body: Uint8Array,
  contentType: string | undefined,
  engine: 'http' | 'browser',
): ContentKind {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES)).toString('latin1');
  if (beginsAsPdf(head, body, contentType)) return { kind: 'pdf' };
  if (engine === 'browser') return { kind: 'html', xhtml: false };
  if (/^\s*\{\\rtf/.test(withoutByteOrderMark(head))) return { kind: 'rtf' };
  if (head.startsWith('PK\x03\x04')) return { kind: 'zip' };
  if (head.startsWith(COMPOUND_FILE)) return { kind: 'unsupported', what: nameCompoundFile(body) };
  const type = mimeType(contentType);
  if (type === 'application/pdf')
    return { kind: 'unsupported', what: 'a file that is declared as a PDF but is not one' };
  const isBinaryContent = isBinary(head);
  const magic = isBinaryContent ? MAGIC.find(({ text, at }) => head.startsWith(text, at)) : undefined;
  if (magic !== undefined) return { kind: 'unsupported', what: magic.what };
  // A stray control character does not make a page a binary file.
  if (isBinaryContent && !/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    return { kind: 'unsupported', what: type === '' ? 'a binary file' : `a binary file (${type})` };
  }
  return UNKNOWN_TYPES.has(type) ? sniff(head) : classifyText(type, head);
}

/** PDF readers accept the header within the first 1,024 bytes; after other bytes, the type or the end must agree. */
function beginsAsPdf(head: string, body: Uint8Array, contentType: string | undefined): boolean {
  const at = head.indexOf('%PDF-');
  if (at === -1) return false;
  if (/^(?:\xef\xbb\xbf)?\s*$/.test(head.slice(0, at))) return true;
  const ending = body.subarray(-SNIFFED_BYTES);
  return (
    mimeType(contentType) === 'application/pdf' ||
    Buffer.from(ending.buffer, ending.byteOffset, ending.byteLength).includes('%%EOF')
  );
}

function nameCompoundFile(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = COMPOUND_STREAMS.find(([name]) => bytes.includes(Buffer.from(name, 'utf16le')));
  return found?.[1] ?? 'an office document of an old format';
}

export function declaredKind(contentType: string | undefined): ContentKind {
  return classifyText(mimeType(contentType), '');
}

function mimeType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function classifyText(type: string, head: string): ContentKind {
  if (type === 'text/html') return { kind: 'html', xhtml: false };
  if (type === 'application/xhtml+xml') return { kind: 'html', xhtml: true };
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return { kind: 'json' };
  const language = CODE_BY_TYPE.get(type);
  if (language !== undefined)
    return language !== 'xml' || !isXhtml(head) ? { kind: 'code', language } : { kind: 'html', xhtml: true };
  if (/^(?:image|audio|video|font)\//.test(type)) return { kind: 'unsupported', what: `a file of type ${type}` };
  if (type.endsWith('+xml')) return { kind: 'code', language: 'xml' };
  if (type.startsWith('text/')) return looksLikeWholePage(head) ? { kind: 'html', xhtml: false } : { kind: 'text' };
  return sniff(head);
}

function sniff(head: string): ContentKind {
  const text = withoutByteOrderMark(head);
  if (isXhtml(head)) return { kind: 'html', xhtml: true };
  if (LOOKS_LIKE_HTML.test(text)) return { kind: 'html', xhtml: false };
  if (/^\s*<\?xml\b/.test(text)) return { kind: 'code', language: 'xml' };
  if (/^\s*[{[]\s*(?:["{[\]}]|-?\d|true|false|null)/.test(text)) return { kind: 'json' };
  return { kind: 'text' };
}

/** Plain text is HTML only if it begins like a page, not with any tag. */
function looksLikeWholePage(head: string): boolean {
  return /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html)\b/i.test(withoutByteOrderMark(head));
}

function isXhtml(head: string): boolean {
  return /^\s*<\?xml\b/.test(withoutByteOrderMark(head)) && /<html\b[^>]*\bxmlns\s*=/.test(head);
}

function withoutByteOrderMark(head: string): string {
  return head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
}

/** Control characters of binary content (WHATWG MIME Sniffing), unless a byte order mark indicates UTF-16. */
function isBinary(head: string): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(head);
}

export function isPdf({ body, headers, engine }: Pick<Capture, 'body' | 'headers' | 'engine'>): boolean {
  return classifyContent(body, headers['content-type'], engine).kind === 'pdf';
}

/** @param what with an article, such as `a PNG image` */
export const explainUnsupported = ({ isUpload }: { isUpload?: true }, what: string) =>
  `${isUpload ? 'The file is' : 'The URL returned'} ${what}, which cannot be converted to a document.`;
