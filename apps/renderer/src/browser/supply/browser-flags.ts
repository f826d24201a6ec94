import { SCREEN, WINDOW_FRAME_PX } from '../visitor/emulate';
import { desktopUserAgent } from '../visitor/user-agent';
import { DESKTOP } from '../visitor/visitor';

const UNWANTED_FEATURES = [
  'Prerender2',
  'LCPTimingPredictorPrerender2',
  // Newer browsers prefetch what they may not prerender.
  'Prerender2FallbackPrefetchSpecRules',
  'NetworkTimeServiceQuerying',
  'AutofillServerCommunication',
  'DnsOverHttps',
  'AsyncDns',
  'CertificateTransparencyComponentUpdater',
  // This feature listens for multicast on the local network. It hides local addresses, of which WebRTC gathers none
  // here.
  'WebRtcHideLocalIpsWithMdns',
  // `attributionsrc` reports what a visitor saw and clicked. Its older name is the effective one.
  'ConversionMeasurement',
];

/** Disables prefetching by speculation rules and `<link rel=prerender>`: nobody visits those pages. */
const WANTED_FEATURES = [
  // The number of pages that may be prefetched at a time.
  'PrefetchMultipleActiveSetSizeLimitForBase:prefetch_multiple_active_set_size_limit_for_base_value/0',
  // Only full browsers know it.
  'NoStatePrefetchHoldback',
];

/** A closed port: the browser's requests to its maker end there. */
const NOWHERE = 'http://127.0.0.1:9/';

/**
 * Flags that send every byte through the forward proxy and keep the browser from connecting by itself. Headless shells
 * lack most of what is switched off here; a full Chrome has it all, see also `writePreferences`.
 */
export function egressFlags(proxyUrl: string = NOWHERE): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Chromium bypasses a proxy for loopback addresses unless told not to.
    '--proxy-bypass-list=<-loopback>',
    // The proxy resolves names. The browser can resolve none, so a leak ends in an error.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    // The shell knows the first name, the full browser the second.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-component-update',
    // It still asks for updates.
    `--component-updater=url-source=${NOWHERE}`,
    '--disable-background-networking',
    '--disable-sync',
    '--allow-browser-signin=false',
    `--gaia-url=${NOWHERE}`,
    `--gcm-checkin-url=${NOWHERE}`,
    `--variations-server-url=${NOWHERE}`,
    '--disable-field-trial-config',
    `--disable-features=${UNWANTED_FEATURES.join(',')}`,
    `--enable-features=${WANTED_FEATURES.join(',')}`,
  ];
}

const BLINK_SETTINGS = {
  // Declares a mouse that hovers and points exactly: a machine without any is not a desktop.
  primaryHoverType: 2,
  availableHoverTypes: 2,
  primaryPointerType: 4,
  availablePointerTypes: 4,
  // For documents that declare no charset. Legacy ones the browser still knows by their bytes; where it finds UTF-8, it
  // takes the default. Not where it goes by the country of the host, see misreadDocument.
  defaultTextEncodingName: 'UTF-8',
};

/** What pages see of the browser by default, alike in every installation. */
export function appearanceFlags(version: string): string[] {
  return [
    `--user-agent=${desktopUserAgent(version).userAgent}`,
    // Otherwise the language is the container's, and a container without one shows in every page.
    '--lang=en-US',
    '--accept-lang=en-US,en',
    // Hides navigator.webdriver.
    '--disable-blink-features=AutomationControlled',
    `--window-size=${DESKTOP.width},${DESKTOP.height + WINDOW_FRAME_PX}`,
    `--screen-info={${SCREEN.width}x${SCREEN.height}}`,
    `--blink-settings=${Object.entries(BLINK_SETTINGS)
      .map((setting) => setting.join('='))
      .join(',')}`,
  ];
}

/** Flags of Puppeteer that reveal automation or give a hostile page more room. */
export const UNWANTED_DEFAULTS = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
];
