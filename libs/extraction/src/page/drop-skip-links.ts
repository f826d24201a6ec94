import type { LightElement } from '../tree/light-node';
import { UNREAD } from '../tree/unread-elements';
import { detach, nextAfter, nextNode, textOf } from '../tree/walk';

/** Links at the start of a page to look at. */
const FIRST_LINKS = 24;
/** Characters. */
const MAX_TEXT = 80;
const CLASS = /(?:^|[\s_-])skip(?:s|-?(?:links?|nav|navigation|to|content|main))?(?:$|[\s_-])/i;
/** In the languages of most pages: to skip to what the page is about. */
const TEXT =
  /^(?:skip (?:directly |straight )?(?:to|past|over|the|navigation|nav|links?)\b|jump to (?:main )?(?:content|navigation)|(?:direkt |springe |weiter )?zum (?:haupt-?)?inhalt|(?:aller|passer|accéder|sauter) (?:directement )?au (?:contenu|menu)|(?:saltar|ir|pasar) (?:directamente )?al? (?:contenido|conteúdo)|(?:pular|saltar|ir) para o conteúdo|(?:vai|salta|passa) al contenuto|(?:ga )?(?:direct )?naar (?:de )?(?:hoofd)?inhoud|przejdź do (?:treści|głównej)|hopp?a? (?:till|til) |gå (?:direkt )?(?:till|til) |перейти (?:к|до) |(?:メイン)?コンテンツ(?:へ|に)|本文へ|跳(?:到|转到|至)|본문\s?바로|메뉴\s?바로|(?:تخط|تجاوز|انتقل))/iu;

/**
 * Takes out of a whole page the links that lead those who use no mouse past its menus: nobody else ever sees them. They
 * come before anything else.
 */
export function dropSkipLinks(root: LightElement): void {
  let links = 0;
  for (let node = root.firstChild; node !== null; ) {
    const isPassed = node.nodeType !== 3 && (node.localName === 'a' || UNREAD.has(node.localName));
    const following = isPassed ? nextAfter(node, root) : nextNode(node, root);
    if (node.nodeType !== 3) {
      if (node.localName === 'h1' || node.localName === 'article') return;
      if (node.localName === 'a' && node.attributes.href !== undefined) {
        if (++links > FIRST_LINKS) return;
        if (isSkipLink(node)) detach(node);
      }
    }
    node = following;
  }
}

function isSkipLink(link: LightElement): boolean {
  if (link.attributes.href?.includes('#') !== true) return false;
  const text = textOf(link).replace(/\s+/g, ' ').trim();
  return text !== '' && text.length <= MAX_TEXT && (TEXT.test(text) || CLASS.test(link.attributes.class ?? ''));
}
