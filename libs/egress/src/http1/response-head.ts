import { MalformedResponseError } from './malformed-response';

/** Lower-case names with all their values. `rawHeaders`: name, value, name, value, … */
export function collectFields(rawHeaders: readonly string[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const values = fields.get(name) ?? [];
    values.push(rawHeaders[at + 1] ?? '');
    fields.set(name, values);
  }
  return Object.fromEntries(fields);
}

export type Framing = { kind: 'none' } | { kind: 'chunked' } | { kind: 'length'; bytes: number } | { kind: 'close' };

export interface ResponseHead {
  statusCode: number;
  statusText: string;
  /** Name, value, name, value, … without hop-by-hop fields. Accepted by any HTTP writer. */
  rawHeaders: string[];
  framing: Framing;
}

/** Chrome's limit is 256 KiB. Sites with dozens of cookies exceed Node's 16 KiB. */
export const MAX_HEADER_BYTES = 128 * 1024;
/** `http`, after up to four bytes, which Chromium skips. */
export const MAX_START_BYTES = 8;
const STATUS_LINE = /^http(?:\/(\d{1,3})\.(\d{1,3}))?(?:[ \t]+(\d{3})(?!\d)[ \t]*(.*))?/i;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** C0 controls except tab, and DEL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROLS = /[\x00-\x08\x0a-\x1f\x7f]+/g;
const CONNECTION_FIELDS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/**
 * Parses a head like Chromium: accepts LF and CRLF, joins folded lines, replaces control characters by spaces and skips
 * invalid lines.
 * @throws MalformedResponseError
 */
export function parseResponseHead(head: string, method: string): ResponseHead {
  const [statusLine = '', ...lines] = unfoldedLines(head.slice(startOf(head)));
  const [isHttp, major = '1', minor = '0', status = '200', phrase = ''] = STATUS_LINE.exec(statusLine) ?? [];
  if (isHttp === undefined) throw new MalformedResponseError('no status line');
  const fields = lines.flatMap((line) => readField(line) ?? []);
  const statusCode = Number(status);
  const isBefore11 = Number(major) < 1 || (Number(major) === 1 && Number(minor) < 1);
  const framing = framingOf(fields, { method, statusCode, isBefore11 });
  const rawHeaders = fields.filter(([name]) => !CONNECTION_FIELDS.has(name.toLowerCase())).flat();
  if (framing.kind === 'length') rawHeaders.push('Content-Length', String(framing.bytes));
  return { statusCode, statusText: clean(phrase), rawHeaders, framing };
}

/** Index of the status line; -1: not HTTP. Needs only the first bytes. */
export function startOf(text: string): number {
  return text.slice(0, MAX_START_BYTES).search(/http/i);
}

type Field = [name: string, value: string];

function unfoldedLines(head: string): string[] {
  const lines: string[] = [];
  for (const line of head.split(/\r?\n/)) {
    const isFolded = (line.startsWith(' ') || line.startsWith('\t')) && lines.length > 0;
    if (!isFolded) lines.push(line);
    // Ignores a continuation of the status line.
    else if (lines.length > 1) lines[lines.length - 1] += ` ${line.trim()}`;
  }
  return lines;
}

function readField(line: string): [Field] | undefined {
  const colon = line.indexOf(':');
  if (colon === -1) return undefined;
  const name = line.slice(0, colon).trim();
  return TOKEN.test(name) ? [[name, clean(line.slice(colon + 1))]] : undefined;
}

function clean(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

/** RFC 9112, 6.3. Rejects contradictory lengths, like Chromium. */
function framingOf(
  fields: readonly Field[],
  { method, statusCode, isBefore11 }: { method: string; statusCode: number; isBefore11: boolean },
): Framing {
  const membersOf = (wanted: string): string[] =>
    fields
      .filter(([name]) => name.toLowerCase() === wanted)
      .flatMap(([, value]) => value.split(','))
      .map((member) => member.trim().toLowerCase());
  const isChunked = !isBefore11 && membersOf('transfer-encoding').includes('chunked');
  const lengths = new Set(
    membersOf('content-length')
      .filter((length) => /^\d{1,15}$/.test(length))
      .map(Number),
  );
  if (!isChunked && lengths.size > 1) throw new MalformedResponseError('different lengths');
  if (method === 'HEAD' || statusCode < 200 || statusCode === 204 || statusCode === 304) return { kind: 'none' };
  if (isChunked) return { kind: 'chunked' };
  const [bytes] = lengths;
  return bytes === undefined ? { kind: 'close' } : { kind: 'length', bytes };
}
