import { dedupKey } from '../url/dedup-key';
import { nonRouteFragment } from './cache-key';
import { asksForFrames, type CachedVariant, type CacheQuestion, isSecure } from './page-cache';
import { findFormat } from './scrape-spec';

const BELIEVED_FAILURES = 3;

/**
 * The variant for a request: the newest success, or after repeated failures the newest of all. Undefined: fetch the
 * page.
 */
export function chooseVariant<L extends CachedVariant>(
  question: CacheQuestion,
  variants: readonly L[],
  nowMs: number,
): L | undefined {
  const oldestMs = nowMs - question.spec.maxAgeMs;
  const usable = variants.filter(
    (variant) => variant.capturedAtMs >= oldestMs && variant.hasBody && fits(question, variant),
  );
  const success = newest(usable.filter((variant) => variant.succeeded));
  const failures = variants.filter(
    (variant) => !variant.succeeded && variant.capturedAtMs > (success?.capturedAtMs ?? Number.NEGATIVE_INFINITY),
  );
  const failed = failures.reduce((sum, variant) => sum + variant.failures, 0);
  if (success !== undefined && failed < BELIEVED_FAILURES) return success;
  // Excludes failures without a body, and failures older than those or than a success.
  const last = newest(variants.filter((variant) => !variant.succeeded || variant !== success));
  return last !== undefined && !last.succeeded && usable.includes(last) ? last : undefined;
}

function fits({ url, spec, dedup }: CacheQuestion, variant: CachedVariant): boolean {
  if (!spec.skipTlsVerification && isSecure(url) && !variant.verified) return false;
  if (variant.isPdf && !spec.pdf.parse) return false;
  if (dedup !== undefined && dedupKey(variant.url, dedup) !== dedupKey(url, dedup)) return false;
  const kept = nonRouteFragment(variant.url);
  if (kept !== nonRouteFragment(url) && (kept !== '' || variant.look !== 'http')) return false;
  const screenshot = findFormat(spec, 'screenshot');
  if (screenshot !== undefined) return variant.look === (screenshot.fullPage ? 'fullPage' : 'viewport');
  return variant.look !== 'http' || !asksForFrames(spec);
}

function newest<L extends CachedVariant>(variants: readonly L[]): L | undefined {
  return variants.reduce<L | undefined>(
    (best, variant) => (best === undefined || variant.capturedAtMs > best.capturedAtMs ? variant : best),
    undefined,
  );
}
