import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';
import { isInForeignContent } from './is-in-foreign-content';

/** Twice what servers accept. `data:` URLs may be longer. */
export const MAX_URL_LENGTH = 16_384;
const MAX_BASE_LENGTH = 4096;

/** The first valid `<base href>`, resolved against the page's URL, or that URL. */
export function findBaseUrl(root: LightElement, pageUrl: string): string {
  const base = elementsNamed(root, 'base').find(
    (element) => element.getAttribute('href') !== null && !isInForeignContent(element),
  );
  const resolved = base && resolveUrl(base.getAttribute('href') ?? '', pageUrl);
  if (resolved === undefined || !/^https?:/.test(resolved) || resolved.length > MAX_BASE_LENGTH) return pageUrl;
  return resolved;
}

/** An absolute URL of any scheme (URL standard); undefined if invalid. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = trimAddress(reference);
  // Parsing megabytes only removes line breaks.
  if (isInlined(trimmed)) return /[\t\n\r]/.test(trimmed) ? trimmed.replace(/[\t\n\r]+/g, '') : trimmed;
  if (trimmed.length > MAX_URL_LENGTH) return undefined;
  try {
    return escapeCarets(new URL(trimmed, base).href);
  } catch {
    return undefined;
  }
}

/** The URL standard escapes `^` in paths since 2023; Node 20 does not. */
function escapeCarets(url: string): string {
  if (!url.includes('^') || !/^https?:/.test(url)) return url;
  const [path = ''] = /^[^?#]*/.exec(url) ?? [];
  return path.replaceAll('^', '%5E') + url.slice(path.length);
}

/** The percent-decoded text; malformed text is returned unchanged, as browsers do. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Strips C0 controls and spaces at both ends (URL standard). */
export function trimAddress(reference: string): string {
  let start = 0;
  let end = reference.length;
  while (start < end && reference.charCodeAt(start) <= 0x20) start++;
  while (end > start && reference.charCodeAt(end - 1) <= 0x20) end--;
  return reference.slice(start, end);
}

export function isInlined(url: string): boolean {
  return /^data:/i.test(url);
}
