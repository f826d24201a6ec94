import { SCREEN, WINDOW_FRAME_PX } from '../visitor/emulate';
import { desktopUserAgent } from '../visitor/user-agent';
import { DESKTOP } from '../visitor/visitor';

const UNWANTED_FEATURES = [
  'Prerender2',
  'LCPTimingPredictorPrerender2',
  // Newer browsers prefetch pages that they may not prerender.
  'Prerender2FallbackPrefetchSpecRules',
  'NetworkTimeServiceQuerying',
  'AutofillServerCommunication',
  'DnsOverHttps',
  'AsyncDns',
  'CertificateTransparencyComponentUpdater',
  // It sends multicast on the local network to hide local addresses, which WebRTC does not gather here.
  'WebRtcHideLocalIpsWithMdns',
  // `attributionsrc` reports views and clicks. Its older name is the effective one.
  'ConversionMeasurement',
];

/** Disables prefetching by speculation rules and `<link rel=prerender>`, because no visitor opens the pages. */
const WANTED_FEATURES = [
  // Maximum number of concurrently prefetched pages.
  'PrefetchMultipleActiveSetSizeLimitForBase:prefetch_multiple_active_set_size_limit_for_base_value/0',
  // For full browsers only.
  'NoStatePrefetchHoldback',
];

/** A closed port, for the browser's own requests. */
const NOWHERE = 'http://127.0.0.1:9/';

/**
 * Flags that send all traffic through the forward proxy and disable the browser's own requests. Headless shells have
 * few of them; for a full Chrome see also `writePreferences`.
 */
export function egressFlags(proxyUrl: string = NOWHERE): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Without this, Chromium bypasses the proxy for loopback addresses.
    '--proxy-bypass-list=<-loopback>',
    // Only the proxy resolves names, so leaks fail.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    // The first name is for the shell, the second for the full browser.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-component-update',
    // With the flag above, the component updater still sends requests.
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
  // A precise pointer that hovers, as on a desktop with a mouse.
  primaryHoverType: 2,
  availableHoverTypes: 2,
  primaryPointerType: 4,
  availablePointerTypes: 4,
  // For documents without a charset. Chromium still detects legacy charsets, except for the countries of some hosts: see
  // misreadDocument.
  defaultTextEncodingName: 'UTF-8',
};

/** Properties of the browser that pages see, equal in every installation. */
export function appearanceFlags(version: string): string[] {
  return [
    `--user-agent=${desktopUserAgent(version).userAgent}`,
    // Otherwise the language is that of the container.
    '--lang=en-US',
    '--accept-lang=en-US,en',
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
