import { bareHost, parentHost } from '@orbweaver/core';

/** Frames that show nothing to read: they count visitors, ask whether they are human or what may be kept of them, or sell. */
const NOTHING_TO_SEE =
  /^(?:https?:)?\/\/(?:[\w.-]+\.)?(?:googletagmanager\.com|doubleclick\.net|googlesyndication\.com|google\.com\/recaptcha|recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|privacy-mgmt\.com|consensu\.org|cookiebot\.com|cookielaw\.org|trustarc\.com|amazon-adsystem\.com)(?:[/:?]|$)/i;
/** Buttons and boxes of social networks: to like, to follow, to share, who else did. A post or a video of them is read. */
const SOCIAL_BUTTON =
  /^(?:https?:)?\/\/(?:(?:www\.)?facebook\.com\/(?:v\d{1,3}(?:\.\d{1,3})?\/)?plugins\/(?!post|video|comment_)|platform\.twitter\.com\/widgets\/(?:tweet|follow|hub|widget)|(?:plusone|apis)\.google\.com\/|widget\.weibo\.com\/|(?:www\.)?(?:vk\.com|vkontakte\.ru)\/widget_(?!video|post))/i;

const HOST = /^(?:https?:)?\/\/([\w.-]{1,253})(?=[/:]|$)/i;
const AD_HOST = /^(?:i?ads?|adv|adserv(?:er|ing|ice)?|adverts?|banners?)\d{0,3}\./i;
/** A program or a page that is called by its file. Help and articles on such a host have plain paths. */
const FILE = /\.(?:aspx?|cgi|html?|jsp?|php)$/i;
/** `/ad/` and `/advertising/` hold classifieds and texts as well. */
const AD_FOLDER = /[^/]\/(?:ads|adserv(?:er|ing|ice)?|adi?frames?|banners?)\/(?!\d{3})/i;
const AD_FILE =
  /[^/]\/(?:ads?|adv|adserv(?:er|ing|ice)?|adverts?|adi?frames?|show_?ads?(?:code)?|banners?)\.(?:aspx?|cgi|html?|jsp|php)$/i;

/** Titles of frames that do not tell what is in them. */
const UNTELLING =
  /(?<!\p{L})(?:ads?|advert\p{L}*|anuncios?|anzeigen?|annonces?|banners?|frames?|iframes?|pubblicità|publicidade?|publicité|sponsor\p{L}*|werbung|реклама)(?!\p{L})/iu;
/** Characters. */
const MAX_TITLE = 300;

/**
 * Whether the frame at that address shows nothing to read. One of a place for advertisements may do, when its title tells
 * what it shows.
 */
export function leadsToNothing(address: string, title = ''): boolean {
  if (NOTHING_TO_SEE.test(address) || SOCIAL_BUTTON.test(address)) return true;
  const name = title.trim().slice(0, MAX_TITLE);
  if (/\p{L}{3}/u.test(name) && !UNTELLING.test(name)) return false;
  const [place = ''] = address.split(/[?#]/, 1);
  return AD_FOLDER.test(place) || AD_FILE.test(place) || (isOfAdHost(place) && FILE.test(place));
}

/** `ads.` before a domain. `ad.nl` and `adverts.ie` are domains themselves. */
function isOfAdHost(place: string): boolean {
  const host = bareHost(HOST.exec(place)?.[1] ?? '');
  return AD_HOST.test(host) && parentHost(host) !== undefined;
}
