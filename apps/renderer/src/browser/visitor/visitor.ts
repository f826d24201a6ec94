import { findFormat, type ScrapeSpec, type Viewport } from '@orbweaver/core';
import { countryLocale } from './country-locale';
import { desktopUserAgent, mobileUserAgent, type UserAgent } from './user-agent';

export const DESKTOP: Viewport = { width: 1280, height: 800 };
/** A pixel ratio of 3, like on a phone, would make screenshots nine times as large. */
const MOBILE: Viewport = { width: 390, height: 844 };
const MOBILE_PIXEL_RATIO = 2;

export interface Visitor {
  /** A caller's user agent has no client hints, which might contradict it. */
  agent: Pick<UserAgent, 'userAgent' | 'platform'> & Partial<UserAgent>;
  languages: string[];
  timeZone: string;
  mobile: boolean;
  viewport: Viewport;
  pixelRatio: number;
}

/** The visitor that the specification describes. `version`: the browser's; empty until one is found. */
export function visitorOf(spec: ScrapeSpec, version: string): Visitor {
  const usual = spec.mobile ? mobileUserAgent(version) : desktopUserAgent(version);
  const ownAgent = Object.entries(spec.headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const { language, timeZone } = countryLocale(spec.location.country);
  const languages = spec.location.languages.flatMap(canonical);
  return {
    agent: ownAgent === undefined ? usual : { userAgent: ownAgent, platform: usual.platform },
    languages: withGeneralForms(languages.length > 0 ? languages : [language]),
    timeZone,
    mobile: spec.mobile,
    viewport: findFormat(spec, 'screenshot')?.viewport ?? (spec.mobile ? MOBILE : DESKTOP),
    pixelRatio: spec.mobile ? MOBILE_PIXEL_RATIO : 1,
  };
}

/** Chrome's `Accept-Language`: `de-DE,de;q=0.9,en;q=0.8`. */
export function acceptLanguage(languages: string[]): string {
  return languages
    .map((language, index) => (index === 0 ? language : `${language};q=${Math.max(0.1, 1 - index * 0.1).toFixed(1)}`))
    .join(',');
}

/** The canonical tag; none if invalid, because Chromium rejects it. */
function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** Chrome sends `de-AT,de,en-US,en` for `de-AT` and `en-US`. */
function withGeneralForms(tags: string[]): string[] {
  return [...new Set(tags.flatMap((tag) => [tag, tag.split('-')[0]!]))];
}
