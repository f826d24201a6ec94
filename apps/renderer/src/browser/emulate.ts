import type { ScrapeSpec, Viewport } from '@orbweaver/core';
import { findFormat } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { countryLocale } from './country-locale';
import { desktopUserAgent, mobileUserAgent, type UserAgent } from './user-agent';

const DESKTOP: Viewport = { width: 1280, height: 800 };
/** An iPhone's; its pixel ratio of 3 would make screenshots nine times as large for the same content. */
const MOBILE: Viewport = { width: 390, height: 844 };
const MOBILE_PIXEL_RATIO = 2;

/** In the order of preference: those asked for, or the country's, or English. */
export function languagesOf(location: ScrapeSpec['location']): string[] {
  const wanted =
    location.languages.length > 0 ? location.languages : [countryLocale(location.country)?.language ?? 'en-US'];
  return [...new Set(wanted.flatMap((tag) => [tag, tag.split('-')[0]!]))];
}

/** Makes the page look like the visitor that the spec describes. `version` is the browser's. */
export async function emulate(page: Page, session: CDPSession, spec: ScrapeSpec, version: string): Promise<void> {
  const agent = spec.mobile ? mobileUserAgent() : desktopUserAgent(version);
  const ownAgent = Object.entries(spec.headers).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const country = countryLocale(spec.location.country);
  const languages = languagesOf(spec.location);
  await Promise.all([
    emulateAgent(page, session, ownAgent === undefined ? agent : { userAgent: ownAgent }, languages),
    page.setViewport(viewportOf(spec)),
    session.send('Emulation.setLocaleOverride', { locale: languages[0]!.replace('-', '_') }),
    ...(country === undefined ? [] : [page.emulateTimezone(country.timeZone)]),
    ...(spec.skipTlsVerification ? [session.send('Security.setIgnoreCertificateErrors', { ignore: true })] : []),
  ]);
}

/** A caller's own user agent comes without the rest. */
type AgentClaim = Pick<UserAgent, 'userAgent'> & Partial<UserAgent>;

async function emulateAgent(page: Page, session: CDPSession, agent: AgentClaim, languages: string[]): Promise<void> {
  // The first reaches frames of other sites too, but cannot name languages; the second can, and replaces it in the page.
  await page.setUserAgent(agent);
  await session.send('Network.setUserAgentOverride', {
    ...agent,
    acceptLanguage: languages.join(','),
  });
}

function viewportOf(spec: ScrapeSpec) {
  const wanted = findFormat(spec, 'screenshot')?.viewport;
  if (!spec.mobile) return { ...(wanted ?? DESKTOP), deviceScaleFactor: 1 };
  return { ...(wanted ?? MOBILE), deviceScaleFactor: MOBILE_PIXEL_RATIO, isMobile: true, hasTouch: true };
}
