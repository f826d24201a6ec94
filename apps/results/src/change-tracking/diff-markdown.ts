import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

const CONTEXT_LINES = 3;
/** Maximum size of the differing middles of both texts. Longer diffs are useless. */
const MAX_CHARS = 1024 * 1024;
/** The search blocks the process, and its memory is quadratic in the difference. */
const SEARCH_MS = 50;
const MAX_SEARCH_STEPS = 1_500;
/** Splitting more lines takes too long. */
const MAX_SEARCH_LINES = 20_000;

/**
 * The unified diff of two texts; undefined if they differ in more than a megabyte. Usually the shortest diff; if the
 * search takes too long, it replaces all lines between the first and the last difference.
 */
export function diffMarkdown(before: string, after: string): string | undefined {
  const [old, now] = [withLastNewline(before), withLastNewline(after)];
  const start = commonLinesAhead(old, now);
  const end = commonLinesBehind(old, now, start);
  if (old.length + now.length - 2 * (start + end) > MAX_CHARS) return undefined;
  const hunks = search(old, now, start, end) ?? [replaceAll(old, now, start, end)];
  return formatPatch(
    {
      oldFileName: 'previous',
      newFileName: 'current',
      oldHeader: undefined,
      newHeader: undefined,
      hunks,
    },
    FILE_HEADERS_ONLY,
  );
}

type Hunk = ReturnType<typeof structuredPatch>['hunks'][number];

/** Compares only the lines between the common ends, with context. */
function search(old: string, now: string, start: number, end: number): Hunk[] | undefined {
  const from = linesBefore(old, start, CONTEXT_LINES);
  const behind = old.length - linesAfter(old, old.length - end, CONTEXT_LINES);
  const [oldMiddle, newMiddle] = [old.slice(from, old.length - behind), now.slice(from, now.length - behind)];
  if (Math.max(countLines(oldMiddle), countLines(newMiddle)) > MAX_SEARCH_LINES) return undefined;
  const patch = structuredPatch('previous', 'current', oldMiddle, newMiddle, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: SEARCH_MS,
    maxEditLength: MAX_SEARCH_STEPS,
  });
  const offset = countLines(old.slice(0, from));
  return patch?.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + offset,
    newStart: hunk.newStart + offset,
  }));
}

function replaceAll(old: string, now: string, start: number, end: number): Hunk {
  const ahead = countLines(old.slice(0, start));
  const removed = linesOf(old.slice(start, old.length - end));
  const added = linesOf(now.slice(start, now.length - end));
  return {
    oldStart: ahead + 1,
    newStart: ahead + 1,
    oldLines: removed.length,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

/** A final newline is no change. */
const withLastNewline = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function commonLinesAhead(old: string, now: string): number {
  const most = Math.min(old.length, now.length);
  let at = 0;
  while (at < most && old.charCodeAt(at) === now.charCodeAt(at)) at += 1;
  return at === 0 ? 0 : old.lastIndexOf('\n', at - 1) + 1;
}

function commonLinesBehind(old: string, now: string, ahead: number): number {
  const most = Math.min(old.length, now.length) - ahead;
  let length = 0;
  while (length < most && old.charCodeAt(old.length - 1 - length) === now.charCodeAt(now.length - 1 - length))
    length += 1;
  const from = old.length - length;
  // The first line of the common end counts only if it is complete in both texts.
  if (isLineStart(old, from) && isLineStart(now, now.length - length)) return length;
  const lineEnd = old.indexOf('\n', from);
  return lineEnd < 0 ? 0 : old.length - lineEnd - 1;
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n';

function linesBefore(text: string, at: number, lines: number): number {
  let from = at;
  for (let line = 0; line < lines && from > 0; line += 1) from = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
  return from;
}

function linesAfter(text: string, at: number, lines: number): number {
  let to = at;
  for (let line = 0; line < lines && to < text.length; line += 1) to = text.indexOf('\n', to) + 1 || text.length;
  return to;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const linesOf = (text: string) => (text === '' ? [] : text.slice(0, -1).split('\n'));
