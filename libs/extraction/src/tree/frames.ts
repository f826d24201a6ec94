import { bareHost, parentHost } from '@orbweaver/core';

/** Attribute of the `div` that represents a frame, as in rendered pages. */
export const ORIGINAL_TAG = 'data-original-tag';

/** Trackers, captchas, consent dialogs and ads. */
const NOTHING_TO_SEE =
  /^(?:https?:)?\/\/(?:[\w.-]+\.)?(?:googletagmanager\.com|doubleclick\.net|googlesyndication\.com|google\.com\/recaptcha|recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|privacy-mgmt\.com|consensu\.org|cookiebot\.com|cookielaw\.org|trustarc\.com|amazon-adsystem\.com)(?:[/:?]|$)/i;
/** Buttons and boxes of social networks, not posts or videos. */
const SOCIAL_BUTTON =
  /^(?:https?:)?\/\/(?:(?:www\.)?facebook\.com\/(?:v\d{1,3}(?:\.\d{1,3})?\/)?plugins\/(?!post|video|comment_)|platform\.twitter\.com\/widgets\/(?:tweet|follow|hub|widget)|(?:plusone|apis)\.google\.com\/|widget\.weibo\.com\/|(?:www\.)?(?:vk\.com|vkontakte\.ru)\/widget_(?!video|post))/i;

const HOST = /^(?:https?:)?\/\/([\w.-]{1,253})(?=[/:]|$)/i;
const AD_HOST = /^(?:i?ads?|adv|adserv(?:er|ing|ice)?|adverts?|banners?)\d{0,3}\./i;
/** Script or HTML files; articles on such a host have plain paths. */
const FILE = /\.(?:aspx?|cgi|html?|jsp?|php)$/i;
/** Not `/ad/` and `/advertising/`, which contain classifieds and texts. */
const AD_FOLDER = /[^/]\/(?:ads|adserv(?:er|ing|ice)?|adi?frames?|banners?)\/(?!\d{3})/i;
const AD_FILE =
  /[^/]\/(?:ads?|adv|adserv(?:er|ing|ice)?|adverts?|adi?frames?|show_?ads?(?:code)?|banners?)\.(?:aspx?|cgi|html?|jsp|php)$/i;

/** Titles that do not describe the content. */
const UNTELLING =
  /(?<!\p{L})(?:ads?|advert\p{L}*|anuncios?|anzeigen?|annonces?|banners?|frames?|iframes?|pubblicità|publicidade?|publicité|sponsor\p{L}*|werbung|реклама)(?!\p{L})/iu;
/** Characters. */
const MAX_TITLE = 300;

/** Whether a frame has no readable content: a tracker, a share button, or an ad without a descriptive title. */
export function isFrameWithoutContent(address: string, title = ''): boolean {
  if (NOTHING_TO_SEE.test(address) || SOCIAL_BUTTON.test(address)) return true;
  const name = title.trim().slice(0, MAX_TITLE);
  if (/\p{L}{3}/u.test(name) && !UNTELLING.test(name)) return false;
  const [place = ''] = address.split(/[?#]/, 1);
  return AD_FOLDER.test(place) || AD_FILE.test(place) || (isOfAdHost(place) && FILE.test(place));
}

/** An `ads.` subdomain; `ad.nl` and `adverts.ie` are domains. */
function isOfAdHost(place: string): boolean {
  const host = bareHost(HOST.exec(place)?.[1] ?? '');
  return AD_HOST.test(host) && parentHost(host) !== undefined;
}
