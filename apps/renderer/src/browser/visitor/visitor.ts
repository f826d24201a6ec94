import { findFormat, type ScrapeSpec, type Viewport } from '@orbweaver/core';
import { countryLocale } from './country-locale';
import { desktopUserAgent, mobileUserAgent, type UserAgent } from './user-agent';

export const DESKTOP: Viewport = { width: 1280, height: 800 };
/** A phone's pixel ratio of 3 would make screenshots nine times as large for the same content. */
const MOBILE: Viewport = { width: 390, height: 844 };
const MOBILE_PIXEL_RATIO = 2;

/** The visitor that the page sees. */
export interface Visitor {
  /** A caller's own user agent comes without client hints, which might contradict it. */
  agent: Pick<UserAgent, 'userAgent' | 'platform'> & Partial<UserAgent>;
  /** BCP 47, in the order of preference; at least one. */
  languages: string[];
  /** IANA name. */
  timeZone: string;
  mobile: boolean;
  viewport: Viewport;
  pixelRatio: number;
}

/** The visitor that the specification describes. `version` is the browser's; empty while none was found. */
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

/** As Chrome writes `Accept-Language`: `de-DE,de;q=0.9,en;q=0.8`. */
export function acceptLanguage(languages: string[]): string {
  return languages
    .map((language, index) => (index === 0 ? language : `${language};q=${Math.max(0.1, 1 - index * 0.1).toFixed(1)}`))
    .join(',');
}

/** The tag in its canonical form; undefined for an invalid one, which Chromium would refuse. */
function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** A browser set to `de-AT` and `en-US` asks for `de-AT,de,en-US,en`. */
function withGeneralForms(tags: string[]): string[] {
  return [...new Set(tags.flatMap((tag) => [tag, tag.split('-')[0]!]))];
}
