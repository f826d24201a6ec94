import type { ScrapeSpec, Viewport } from '@orbweaver/core';
import { findFormat } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { countryLocale } from './country-locale';
import { desktopUserAgent, mobileUserAgent } from './user-agent';

const DESKTOP: Viewport = { width: 1280, height: 800 };
/** An iPhone's; its pixel ratio of 3 would make screenshots nine times as large for the same content. */
const MOBILE: Viewport = { width: 390, height: 844 };
const MOBILE_PIXEL_RATIO = 2;

/** `de-DE,de;q=0.9`, from the languages asked for or else from the country's; undefined: no wish. */
export function acceptLanguage(location: ScrapeSpec['location']): string | undefined {
  const language = countryLocale(location.country)?.language;
  const languages = location.languages.length > 0 ? location.languages : language === undefined ? [] : [language];
  const wide = [...new Set(languages.flatMap((tag) => [tag, tag.split('-')[0]!]))];
  if (wide.length === 0) return undefined;
  return wide
    .map((tag, index) => (index === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - index * 0.1).toFixed(1)}`))
    .join(',');
}

/** Makes the page look like the visitor that the spec describes. `version` is the browser's. */
export async function emulate(page: Page, session: CDPSession, spec: ScrapeSpec, version: string): Promise<void> {
  const agent = spec.mobile ? mobileUserAgent() : desktopUserAgent(version);
  const ownAgent = Object.entries(spec.headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const languages = acceptLanguage(spec.location);
  const country = countryLocale(spec.location.country);
  const locale = spec.location.languages[0] ?? country?.language;
  await Promise.all([
    page.setUserAgent(ownAgent === undefined ? agent : { userAgent: ownAgent }),
    page.setViewport(viewportOf(spec)),
    ...(languages === undefined ? [] : [page.setExtraHTTPHeaders({ 'accept-language': languages })]),
    ...(locale === undefined
      ? []
      : [session.send('Emulation.setLocaleOverride', { locale: locale.replace('-', '_') })]),
    ...(country === undefined ? [] : [page.emulateTimezone(country.timeZone)]),
    ...(spec.skipTlsVerification ? [session.send('Security.setIgnoreCertificateErrors', { ignore: true })] : []),
  ]);
}

function viewportOf(spec: ScrapeSpec) {
  const wanted = findFormat(spec, 'screenshot')?.viewport;
  if (!spec.mobile) return { ...(wanted ?? DESKTOP), deviceScaleFactor: 1 };
  return { ...(wanted ?? MOBILE), deviceScaleFactor: MOBILE_PIXEL_RATIO, isMobile: true, hasTouch: true };
}
