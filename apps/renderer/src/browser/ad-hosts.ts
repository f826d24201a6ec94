/** Hosts that serve advertisements, measure visits or ask for consent, and nothing that a document would miss. */
const hosts = `
2mdn.net adform.net adition.com adnxs.com adroll.com ads-twitter.com adsafeprotected.com adservice.google.com
adsrvr.org advertising.com amazon-adsystem.com appnexus.com bat.bing.com bidswitch.net casalemedia.com chartbeat.com
clarity.ms clicktale.net connect.facebook.net consensu.org consentmanager.net cookiebot.com cookielaw.org
criteo.com criteo.net crwdcntrl.net demdex.net doubleclick.net doubleverify.com everesttech.net flashtalking.com
fundingchoicesmessages.google.com fullstory.com google-analytics.com googleadservices.com googlesyndication.com
googletagmanager.com googletagservices.com hotjar.com id5-sync.com indexww.com krxd.net lijit.com mathtag.com
media.net moatads.com mookie1.com mouseflow.com nr-data.net omtrdc.net onetag-sys.com openx.net optimizely.com
outbrain.com permutive.com popads.net privacy-mgmt.com propellerads.com pubmatic.com quantcount.com quantserve.com
rlcdn.com rubiconproject.com scorecardresearch.com segment.io sharethrough.com smartadserver.com snap.licdn.com
sourcepoint.com taboola.com teads.tv tiqcdn.com trustarc.com turn.com usercentrics.eu yieldmo.com zedo.com`
  .trim()
  .split(/\s+/);

/** For `Network.setBlockedURLs`, where `*` stands for any text. */
export const adPatterns: readonly string[] = hosts.flatMap((host) => [`*://${host}/*`, `*://*.${host}/*`]);
