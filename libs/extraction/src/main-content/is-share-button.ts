import type { LightElement } from '../tree/light-node';
import { nextNode } from '../tree/walk';

/** Where networks take a page that their member wants to show to others. */
const SHARES =
  /^(?:https?:)?\/\/(?:(?:www|m|api|web)\.)?(?:facebook\.com\/(?:sharer|share\.php|dialog\/)|(?:twitter|x)\.com\/(?:intent\/|share\b|home\?)|linkedin\.com\/(?:shareArticle|sharing\/|cws\/share)|pinterest\.[a-z.]{2,6}\/pin\/create|reddit\.com\/submit|tumblr\.com\/(?:widgets\/)?share|whatsapp\.com\/send|t\.me\/share|bsky\.app\/intent|threads\.net\/intent|news\.ycombinator\.com\/submitlink|vk\.com\/share)/i;
/** As words of a description or of the name of a file. A picture to be pinned is called by what it shows. */
const ICON =
  /(?<![a-z])(?:bluesky|facebook|fb|icons?|linked-?in|logo|pin(?:-?it)?|pint(?:e?)rest|reddit|share|social|telegram|threads|tumblr|tweet|twitter|whats-?app|x)(?![a-z])/i;
const MAX_NODES = 20;
const MAX_NAME = 300;

/** Whether a link is nothing but the icon of a network that shares the page there. A picture of the page may lead there, too. */
export function isShareButton(link: LightElement): boolean {
  if (link.localName !== 'a' || !SHARES.test(link.attributes.href?.trim() ?? '')) return false;
  let looked = 0;
  for (let node = link.firstChild; node !== null; node = nextNode(node, link) as typeof node) {
    const isContent = node.nodeType === 3 ? node.data.trim() !== '' : node.localName === 'img' && !isIcon(node);
    if (++looked > MAX_NODES || isContent) return false;
  }
  return true;
}

function isIcon({ attributes: { alt = '', src = '' } }: LightElement): boolean {
  if (alt.trim() !== '') return ICON.test(alt.slice(0, MAX_NAME));
  const [place = ''] = src.slice(0, MAX_NAME).split(/[?#]/, 1);
  return src.startsWith('data:') || ICON.test(place.slice(place.lastIndexOf('/') + 1));
}
