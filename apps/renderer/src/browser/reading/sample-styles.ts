import { StyleSample, unlessAborted } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';
import { within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { readStyles } from './read-styles';

/** A page of 4,000 elements takes some 100 ms. */
const SAMPLE_MS = 5_000;

/** How the page looks; undefined: it cannot be told. */
export async function sampleStyles(page: Page, signal: AbortSignal): Promise<StyleSample | undefined> {
  try {
    const sampled = isolatedWorld(page.mainFrame()).evaluate(readStyles);
    const { success, data } = StyleSample.safeParse(
      await unlessAborted(signal, within(SAMPLE_MS, 'the styles of the page', sampled)),
    );
    return success ? data : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
