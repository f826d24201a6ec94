import { type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { IsolatedPage } from '../isolated-page';
import { readPage } from './read-page';

/** The document of a page that is about to be loaded once more. It is taken when the second load gives nothing. */
export class FirstLoad {
  private kept: Capture | undefined;

  /** @param read undefined when the document alone is not what was asked for */
  constructor(private readonly read: () => Promise<Capture | undefined>) {}

  get document(): Capture | undefined {
    return this.kept;
  }

  /** `warnings`: what it seems to lack. */
  async keep(warnings: readonly string[]): Promise<void> {
    const capture = await this.read();
    this.kept = capture && { ...capture, warnings: [...new Set([...warnings, ...(capture.warnings ?? [])])] };
  }

  /** The second load is there. */
  letGo(): void {
    this.kept = undefined;
  }
}

/** The document with letters of another charset than its own; undefined when it cannot be read. */
export async function readMisread(
  opened: IsolatedPage,
  request: Parameters<typeof readPage>[1] & { spec: ScrapeSpec },
  maxBytes: number,
  signal: AbortSignal,
): Promise<Capture | undefined> {
  try {
    const capture = await readPage(opened, request, maxBytes, signal);
    const more = wantsFormat(request.spec, 'screenshot') ? ', and there is no screenshot' : '';
    const warning = `The page declares no charset, and could not be loaded again with its own: its letters may be wrong${more}.`;
    return { ...capture, warnings: [...(capture.warnings ?? []), warning] };
  } catch {
    // It is too large, or does not hold still. The second load may bring one that can be read.
    signal.throwIfAborted();
    return undefined;
  }
}
