import { unlessAborted, type Viewport } from '@orbweaver/core';
import type { Page, ScreenshotClip } from 'puppeteer-core';
import { isolatedWorld, sessionOf } from '../isolated-world';
import { showViewport } from '../visitor/emulate';
import { scrollThrough } from './scroll-through';
import { smartWait, type WatchedPage } from './smart-wait';

export interface ScreenshotOptions {
  fullPage: boolean;
  /** Quality of a JPEG. Absent: PNG. */
  quality?: number;
  viewport?: Viewport;
}

export interface Screenshot {
  image: string;
  warnings: string[];
}

/** Maximum texture size of Chromium. */
const MAX_SIDE_PX = 16_384;
/** Each pixel takes four bytes in Chromium. The largest viewport that may be requested has 33 million pixels. */
const MAX_AREA_PX = 40_000_000;
/** A document may have about 32 MiB. Only images of noise are larger as PNG. */
const MAX_IMAGE_CHARS = 16 * 1024 * 1024;
/** JPEG qualities for an image that is too large, tried in order. Noise takes about a byte per pixel at 80. */
const FALLBACK_QUALITIES = [80, 40, 10];
const RESIZE_MS = 1_500;
const PICTURES_MS = 4_000;

export async function takeScreenshot(
  watched: WatchedPage,
  options: ScreenshotOptions,
  signal: AbortSignal,
): Promise<Screenshot> {
  const { page } = watched;
  const { fullPage, viewport } = options;
  const before = page.viewport();
  const isResized = viewport !== undefined && (viewport.width !== before?.width || viewport.height !== before?.height);
  try {
    if (isResized) {
      await unlessAborted(signal, showViewport(page, viewport));
      await smartWait(watched, { loadMs: 0, quietMs: RESIZE_MS }, signal);
    }
    return fullPage ? await shootWhole(watched, options, signal) : await shoot(page, options, {}, signal);
  } finally {
    if (isResized && before !== null && !page.isClosed()) await unlessAborted(signal, showViewport(page, before));
  }
}

async function shootWhole(watched: WatchedPage, options: ScreenshotOptions, signal: AbortSignal): Promise<Screenshot> {
  const { page } = watched;
  await scrollThrough(watched, { forPictures: true, budgetMs: PICTURES_MS }, signal);
  const world = isolatedWorld(page.mainFrame());
  // Fixed elements are painted relative to the window, so it scrolls to the top.
  const position = await unlessAborted(signal, world.evaluate(moveTo, { x: 0, y: 0 }));
  try {
    const { clip, warnings } = await unlessAborted(signal, wholePage(page));
    const taken = await shoot(page, options, { captureBeyondViewport: true, clip }, signal);
    return { ...taken, warnings: [...warnings, ...taken.warnings] };
  } finally {
    if (position.y !== 0 || position.x !== 0) await unlessAborted(signal, world.evaluate(moveTo, position));
  }
}

async function shoot(
  page: Page,
  { quality }: ScreenshotOptions,
  area: { captureBeyondViewport?: boolean; clip?: ScreenshotClip },
  signal: AbortSignal,
): Promise<Screenshot> {
  const take = async (jpegQuality: number | undefined): Promise<string> => {
    const type = jpegQuality === undefined ? 'png' : 'jpeg';
    const format = jpegQuality === undefined ? {} : { quality: Math.round(jpegQuality) };
    const taken = page.screenshot({ ...area, ...format, type, encoding: 'base64' });
    return `data:image/${type};base64,${await unlessAborted(signal, taken)}`;
  };
  let image = await take(quality);
  if (image.length <= MAX_IMAGE_CHARS) return { image, warnings: [] };
  for (const fallback of FALLBACK_QUALITIES.filter((each) => each < (quality ?? 101))) {
    image = await take(fallback);
    if (image.length <= MAX_IMAGE_CHARS) break;
  }
  return { image, warnings: ['The screenshot exceeded the size limit (16 MiB), so it is a JPEG of lower quality.'] };
}

/** The page's size from DevTools, because a page can manipulate its own values. */
async function wholePage(page: Page): Promise<{ clip: ScreenshotClip; warnings: string[] }> {
  const { cssContentSize } = await sessionOf(page.mainFrame()).send('Page.getLayoutMetrics');
  const { width: windowWidth = 0, height: windowHeight = 0, deviceScaleFactor = 1 } = page.viewport() ?? {};
  const maxSide = Math.floor(MAX_SIDE_PX / deviceScaleFactor);
  const wanted = {
    width: Math.ceil(Math.max(cssContentSize.width, windowWidth)),
    height: Math.ceil(Math.max(cssContentSize.height, windowHeight)),
  };
  const width = Math.min(wanted.width, maxSide);
  const height = Math.min(wanted.height, maxSide, Math.floor(MAX_AREA_PX / deviceScaleFactor ** 2 / width));
  const warnings =
    width < wanted.width || height < wanted.height
      ? [`The page has ${wanted.width} × ${wanted.height} pixels; the screenshot is limited to ${width} × ${height}.`]
      : [];
  return { clip: { x: 0, y: 0, width, height }, warnings };
}

/** Runs in the isolated world of a page. Returns the previous scroll position. */
function moveTo(position: { x: number; y: number }): { x: number; y: number } {
  const before = { x: window.scrollX, y: window.scrollY };
  window.scrollTo({ left: position.x, top: position.y, behavior: 'instant' });
  return before;
}
