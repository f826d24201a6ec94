import { SCREEN, WINDOW_FRAME_PX } from '../visitor/emulate';
import { desktopUserAgent } from '../visitor/user-agent';
import { DESKTOP } from '../visitor/visitor';

const UNWANTED_FEATURES = [
  'Prerender2',
  'LCPTimingPredictorPrerender2',
  'NetworkTimeServiceQuerying',
  'AutofillServerCommunication',
  'DnsOverHttps',
  'AsyncDns',
  'CertificateTransparencyComponentUpdater',
  // It would listen for multicast on the local network. It hides local addresses, of which WebRTC gathers none here.
  'WebRtcHideLocalIpsWithMdns',
  // `attributionsrc`: reports of what a visitor has seen and clicked. Its older name is the one that counts.
  'ConversionMeasurement',
];

/** Pages that nobody will go to are not to be asked for, by speculation rules or `<link rel=prerender>`. */
const WANTED_FEATURES = [
  // How many may be fetched ahead at a time.
  'PrefetchMultipleActiveSetSizeLimitForBase:prefetch_multiple_active_set_size_limit_for_base_value/0',
  // Only full browsers know it.
  'NoStatePrefetchHoldback',
];

/** A port that nobody listens on: where the browser is sent when it wants to talk to its maker. */
const NOWHERE = 'http://127.0.0.1:9/';

/**
 * What keeps every byte on the forward proxy, and the browser from talking to anyone on its own account. Headless
 * shells lack most of what is switched off here; a full Chrome does it all, see also `writePreferences`.
 */
export function egressFlags(proxyUrl: string = NOWHERE): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Chromium sends loopback addresses around a proxy unless told not to.
    '--proxy-bypass-list=<-loopback>',
    // Names are resolved by the proxy; the browser can resolve nothing, so a leak ends in an error.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    // The shell knows the first name, the full browser the second.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-component-update',
    // It asks for updates all the same.
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

/** What a page sees of its browser where nothing else was said, alike in every installation. */
export function appearanceFlags(version: string): string[] {
  return [
    `--user-agent=${desktopUserAgent(version).userAgent}`,
    // Otherwise the language is that of the container, and a locale without one shows in every page.
    '--lang=en-US',
    '--accept-lang=en-US,en',
    // navigator.webdriver
    '--disable-blink-features=AutomationControlled',
    `--window-size=${DESKTOP.width},${DESKTOP.height + WINDOW_FRAME_PX}`,
    `--screen-info={${SCREEN.width}x${SCREEN.height}}`,
    // A mouse that hovers and points exactly: a machine without any is no desktop.
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  ];
}

/** Of Puppeteer's own flags, those that tell a page that it is driven, or that give a hostile page more room. */
export const UNWANTED_DEFAULTS = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
];
