/** Frames that show nothing to read: they count visitors, ask whether they are human, or sell. */
const NOTHING_TO_SEE =
  /^(?:https?:)?\/\/(?:[\w.-]+\.)?(?:googletagmanager\.com|doubleclick\.net|googlesyndication\.com|google\.com\/recaptcha|recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|amazon-adsystem\.com)(?:[/:?]|$)/i;
/** Buttons and boxes of social networks: to like, to follow, to share, who else did. A post or a video of them is read. */
const SOCIAL_BUTTON =
  /^(?:https?:)?\/\/(?:(?:www\.)?facebook\.com\/(?:v\d{1,3}(?:\.\d{1,3})?\/)?plugins\/(?!post|video|comment_)|platform\.twitter\.com\/widgets\/(?:tweet|follow|hub|widget)|(?:plusone|apis)\.google\.com\/|widget\.weibo\.com\/|(?:www\.)?(?:vk\.com|vkontakte\.ru)\/widget_(?!video|post))/i;
/** A host, a folder or a file that is called after advertisements. */
const ADVERTISEMENT =
  /(?:\/\/|[\w-]\.)(?:i?ads?|adv|adserv(?:er|ing|ice)?|adverts?|banners?)\d{0,3}\.[\w-]|[^/]\/(?:ads?|adv|adserv(?:er|ing|ice)?|adverts?|advertising|adi?frames?|show_?ads?(?:code)?|banners?)(?:[/.]|$)/i;

export function leadsToNothing(address: string): boolean {
  if (NOTHING_TO_SEE.test(address) || SOCIAL_BUTTON.test(address)) return true;
  const [place = ''] = address.split(/[?#]/, 1);
  return ADVERTISEMENT.test(place);
}
