import { asksForFrames, type ScrapeSpec, wantsFormat } from '@orbweaver/core';

/** What only a browser can do. */
export function needsBrowser(spec: ScrapeSpec): boolean {
  return (
    spec.waitForMs > 0 ||
    spec.mobile ||
    spec.actions.length > 0 ||
    wantsFormat(spec, 'screenshot') ||
    asksForFrames(spec)
  );
}
