import type { LightElement } from '../tree/light-node';
import { nextNode } from '../tree/walk';

/** Share addresses of social networks. */
const SHARES =
  /^(?:https?:)?\/\/(?:(?:www|m|api|web)\.)?(?:facebook\.com\/(?:sharer|share\.php|dialog\/)|(?:twitter|x)\.com\/(?:intent\/|share\b|home\?)|linkedin\.com\/(?:shareArticle|sharing\/|cws\/share)|pinterest\.[a-z.]{2,6}\/pin\/create|reddit\.com\/submit|tumblr\.com\/(?:widgets\/)?share|whatsapp\.com\/send|t\.me\/share|bsky\.app\/intent|threads\.net\/intent|news\.ycombinator\.com\/submitlink|vk\.com\/share)/i;
const NETWORK =
  'bluesky|facebook|fb|linked-?in|pint?e?rest|reddit|telegram|threads|tumblr|tweet|twitter|whats-?app|x|hacker ?news|vk';
/** Other words of share buttons: actions in some languages, shapes, colors. */
const BUTTON_WORDS =
  'pin|pinit|share|sharing|shared|post|save|send|submit|this|it|page|article|on|to|via|with|teilen|auf|bei|partager|sur|compartir|en|' +
  'condividi|su|compartilhar|no|delen|op|icons?|logo|button|btn|social|media|black|white|grey|gray|colou?r|round|circle|square|small|large|f|p';
/** A description or file name of such words only. Others belong to pictures: `Tesla Model X`, `How to share a cake`. */
const ICON = new RegExp(`^[^\\p{L}]*(?:(?:${NETWORK}|${BUTTON_WORDS})(?!\\p{L})[^\\p{L}]*)+$`, 'iu');
/** File names of drawings with other words: `twitter-3fa9b2.svg`. */
const DRAWING = new RegExp(`(?<![a-z])(?:${NETWORK}|icons?|logo|pin(?:-?it)?|share|social)(?![a-z]).*\\.svg$`, 'i');
const EXTENSION = /\.[a-z]{3,4}$/i;
const MAX_NODES = 20;
const MAX_NAME = 300;

/** Whether a link consists of a share icon. Pictures of the page may also link to a share address. */
export function isShareButton(link: LightElement): boolean {
  if (link.localName !== 'a' || !SHARES.test(link.getAttribute('href')?.trim() ?? '')) return false;
  let visited = 0;
  for (let node = link.firstChild; node !== null; node = nextNode(node, link) as typeof node) {
    const isContent = node.nodeType === 3 ? node.data.trim() !== '' : node.localName === 'img' && !isIcon(node);
    if (++visited > MAX_NODES || isContent) return false;
  }
  return true;
}

function isIcon(image: LightElement): boolean {
  const alt = image.getAttribute('alt') ?? '';
  const src = image.getAttribute('src') ?? '';
  if (alt.trim() !== '') return ICON.test(alt.slice(0, MAX_NAME));
  const [place = ''] = src.slice(0, MAX_NAME).split(/[?#]/, 1);
  const file = place.slice(place.lastIndexOf('/') + 1);
  return src.startsWith('data:') || DRAWING.test(file) || ICON.test(file.replace(EXTENSION, ''));
}
