import { type FiltersEngine, Request } from '@ghostery/adblocker';
import { unlessAborted } from '@orbweaver/core';
import type { Frame, Page } from 'puppeteer-core';
import { within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { adEngine } from '../requests/ad-engine';
import type { RequestGate } from '../requests/intercept-requests';
import { hideDistractions } from './hide-distractions';

/** Further frames hold nothing to read; frames of advertisers were not loaded at all. */
const MAX_FRAMES = 10;
/** The page may be busy. A visible advertisement is better than no page. */
const PATIENCE_MS = 1_000;

/**
 * Boxes that only ad scripts make and fill. Their text is never the page's own, however much it is; they are hidden
 * also on hosts that generic rules do not cover (sites that detect blockers, local addresses).
 */
const AD_SLOTS = ['ins.adsbygoogle', '[id^="google_ads_iframe"]', '[id^="div-gpt-ad"]', 'amp-ad'];

/** The names in a document that rules may match. */
interface DocumentNames {
  classes: string[];
  ids: string[];
  hrefs: string[];
}

/** Hides advertisements and the boxes that blocked ones left. Rejects only when `signal` aborts. */
export async function hideAds(page: Page, gate: RequestGate, signal: AbortSignal): Promise<void> {
  const engine = await adEngine();
  const frames = page
    .frames()
    .filter((frame) => /^https?:/.test(frame.url()))
    .slice(0, MAX_FRAMES);
  const work = Promise.allSettled(frames.map((frame) => concealIn(frame, engine, gate)));
  await unlessAborted(
    signal,
    within(PATIENCE_MS, 'concealing advertisements', work).catch(() => undefined),
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

/** The lists' rules for a document: the generic ones and those of its host. */
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
    // Rules that restyle or run something do not hide.
    if (filter.hasCustomStyle() || filter.isScriptInject() || filter.isExtended()) continue;
    (filter.isGenericHide() ? generic : specific).push(filter.getSelector());
  }
  return { generic, specific };
}

/** The few hundred rules that match neither class nor id. The library keeps them as one style sheet. */
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
