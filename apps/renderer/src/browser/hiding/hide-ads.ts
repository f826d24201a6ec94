import { type FiltersEngine, Request } from '@ghostery/adblocker';
import { unlessAborted } from '@orbweaver/core';
import type { Frame, Page } from 'puppeteer-core';
import { within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { adEngine } from '../requests/ad-engine';
import type { RequestGate } from '../requests/intercept-requests';
import { hideDistractions } from './hide-distractions';

/** Further frames have no content to read; ad frames were not loaded. */
const MAX_FRAMES = 10;
/** The page may be busy. A visible ad is better than no page. */
const PATIENCE_MS = 1_000;

/** Containers of ad scripts. Hidden also on hosts without generic rules (ad-block detectors, local addresses). */
const AD_SLOTS = ['ins.adsbygoogle', '[id^="google_ads_iframe"]', '[id^="div-gpt-ad"]', 'amp-ad'];

interface DocumentNames {
  classes: string[];
  ids: string[];
  hrefs: string[];
}

/** Hides ads and the containers of blocked ones. Rejects only when `signal` aborts. */
export async function hideAds(page: Page, gate: RequestGate, signal: AbortSignal): Promise<void> {
  const engine = await adEngine();
  const frames = page
    .frames()
    .filter((frame) => /^https?:/.test(frame.url()))
    .slice(0, MAX_FRAMES);
  const work = Promise.allSettled(frames.map((frame) => concealIn(frame, engine, gate)));
  await unlessAborted(
    signal,
    within(PATIENCE_MS, 'hiding ads', work).catch(() => undefined),
  );
}

async function concealIn(frame: Frame, engine: FiltersEngine, { blockedUrls }: RequestGate): Promise<void> {
  const world = isolatedWorld(frame);
  const names = await world.evaluate(namesOfDocument);
  const { generic, specific } = adSelectors(engine, frame.url(), names);
  await world.evaluate(hideDistractions, {
    generic,
    specific: [...specific, ...AD_SLOTS],
    blockedUrls: [...blockedUrls],
  });
}

export function adSelectors(
  engine: FiltersEngine,
  url: string,
  names: DocumentNames,
): { generic: string[]; specific: string[] } {
  const { hostname, domain } = Request.fromRawDetails({ url });
  const { matches, allowGenericHides } = engine.matchCosmeticFilters({
    url,
    hostname,
    domain,
    ...names,
    getInjectionRules: false,
    getExtendedRules: false,
  });
  const generic = allowGenericHides ? everywhereSelectors(engine) : [];
  const specific: string[] = [];
  for (const { filter, exception } of matches) {
    if (filter === undefined || exception !== undefined) continue;
    // These rules do not hide.
    if (filter.hasCustomStyle() || filter.isScriptInject() || filter.isExtended()) continue;
    (filter.isGenericHide() ? generic : specific).push(filter.getSelector());
  }
  return { generic, specific };
}

/** The few hundred rules without class or id. The library stores them as one style sheet. */
function everywhereSelectors(engine: FiltersEngine): string[] {
  const { stylesheet } = engine.cosmetics.getStylesheetsFromFilters(
    { filters: [], extendedFilters: [] },
    { getBaseRules: true, allowGenericHides: true },
  );
  return stylesheet.split('\n').map((line) => line.replace(/(?:,| \{[^{}]*\})$/, ''));
}

/** Runs in the isolated world of a frame. Bounded: a page may have any number of names. */
function namesOfDocument(): DocumentNames {
  const maxElements = 50_000;
  const maxNames = 5_000;
  const classes = new Set<string>();
  const ids = new Set<string>();
  const hrefs = new Set<string>();
  const add = (names: Set<string>, name: string | null): void => {
    if (name !== null && name !== '' && name.length < 500 && names.size < maxNames) names.add(name);
  };
  const walker = Document.prototype.createTreeWalker.call(document, document, NodeFilter.SHOW_ELEMENT);
  for (let count = 0; count < maxElements; count++) {
    const element = walker.nextNode() as Element | null;
    if (element === null) break;
    add(ids, Element.prototype.getAttribute.call(element, 'id'));
    const list = Element.prototype.getAttribute.call(element, 'class');
    if (list !== null) for (const name of list.split(/\s+/)) add(classes, name);
    if (element instanceof HTMLAnchorElement) add(hrefs, Element.prototype.getAttribute.call(element, 'href'));
  }
  return { classes: [...classes], ids: [...ids], hrefs: [...hrefs] };
}
