import type { Viewport } from '@orbweaver/core';
import type { Page } from 'puppeteer-core';

export interface ScreenshotOptions {
  fullPage: boolean;
  /** Present: JPEG of that quality. Absent: PNG. */
  quality?: number;
  viewport?: Viewport;
}

/** Chromium draws nothing beyond this many pixels: its textures end there. */
export const MAX_HEIGHT_PX = 16_384;

/** A data URI. */
export async function takeScreenshot(page: Page, options: ScreenshotOptions): Promise<string> {
  const { fullPage, quality, viewport } = options;
  const before = page.viewport();
  if (viewport !== undefined) await page.setViewport({ ...before, ...viewport });
  const type = quality === undefined ? 'png' : 'jpeg';
  const image = await page.screenshot({
    type,
    encoding: 'base64',
    ...(quality === undefined ? {} : { quality: Math.round(quality) }),
    ...(await areaOf(page, fullPage)),
  });
  if (viewport !== undefined && before !== null) await page.setViewport(before);
  return `data:image/${type};base64,${image}`;
}

async function areaOf(page: Page, fullPage: boolean) {
  if (!fullPage) return {};
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),
  }));
  const limit = MAX_HEIGHT_PX / (page.viewport()?.deviceScaleFactor ?? 1);
  if (height <= limit) return { fullPage: true };
  return { captureBeyondViewport: true, clip: { x: 0, y: 0, width, height: Math.floor(limit) } };
}
