import { createHash, hash } from 'node:crypto';

/** Bytes of a path in UTF-8. Windows limits a path to 260 characters, including the folder it is extracted to. */
export const MAX_PATH_BYTES = 180;
const MAX_SEGMENT_BYTES = 80;

const EXTENSION = '.md';
/** Invalid in file names of Windows, or invisible: control and format characters, separators, private use. */
const UNSAFE = /[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]/gu;
/** Device names of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * Assigns each URL a path of a markdown file: relative, valid on every file system, and unique without regard to case.
 * Depends only on the URLs and their order.
 */
export class PagePaths {
  /** Digests instead of paths, to bound memory. */
  private readonly taken = new Set<string>();

  /** @param ordinal part of the name if the path is taken or too long */
  assign(url: string, ordinal: number): string {
    const plain = `${pathOf(url)}${EXTENSION}`;
    if (Buffer.byteLength(plain) <= MAX_PATH_BYTES && this.take(plain)) return plain;
    const stem = shorten(plain.slice(0, -EXTENSION.length), MAX_PATH_BYTES - 40);
    for (let suffix = `${ordinal}`; ; suffix += `-${ordinal}`) {
      const path = `${stem}-${suffix}${EXTENSION}`;
      if (this.take(path)) return path;
    }
  }

  private take(path: string): boolean {
    const digest = hash('sha256', foldCase(path), 'buffer').toString('latin1', 0, 16);
    if (this.taken.has(digest)) return false;
    this.taken.add(digest);
    return true;
  }
}

/** Equal for paths that a file system without case may treat as equal. */
const foldCase = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/** Host, folders and name without extension. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return `unknown/${digestOf(url)}`;
  const { hostname, port, pathname, search } = new URL(url);
  const host = safeSegment(port === '' ? hostname : `${hostname}_${port}`);
  const segments = pathname.split('/').slice(1).map(decode);
  const last = segments.pop() ?? '';
  // `/a.md/b` must not need a folder with the name of a file.
  const folders = segments.map((segment) => safeSegment(segment).replace(/\.md$/i, '.md_'));
  const name = `${last === '' ? 'index' : last}${decode(search)}`.replace(/\.md$/i, '');
  return [host, ...folders, safeSegment(name)].join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One segment without separators, dot segments, reserved names, and leading or trailing dots and spaces. */
function safeSegment(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/^[\s.]+/, (dots) => '_'.repeat(Math.min(dots.length, 2)));
  const cut = trimEnd(cutBytes(clean, MAX_SEGMENT_BYTES, text));
  if (cut === '') return '_';
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** Windows removes trailing dots and spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s.]/.test(text[end - 1]!)) end -= 1;
  return end === text.length ? text : `${text.slice(0, end)}_`;
}

/** Cuts a long text between characters, and appends a digest of the whole text. */
function cutBytes(text: string, maxBytes: number, whole = text): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const suffix = `-${digestOf(whole)}`;
  let bytes = suffix.length;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  // A cut can separate a letter from its combining mark.
  return kept.normalize('NFC') + suffix;
}

/** Removes folders of a long path from the end, and adds a digest of the path. */
function shorten(path: string, maxBytes: number): string {
  if (Buffer.byteLength(path) <= maxBytes) return path;
  const segments = path.split('/');
  const name = `${cutBytes(segments.pop()!, 40)}-${digestOf(path)}`;
  while (segments.length > 1 && Buffer.byteLength([...segments, name].join('/')) > maxBytes) segments.pop();
  return [...segments, name].join('/');
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
