import type { LightElement } from '../tree/light-node';

export interface DialogFigures {
  words: number;
  linked: number;
  fields: number;
  plays: boolean;
  tabulates: boolean;
}

const ROLES = new Set(['alertdialog', 'dialog']);
/** Words. Shorter dialogs and hidden texts are messages: `Added to your cart`, `Sold out`. */
export const FEW_WORDS = 12;
/** Share of linked words in a menu. */
export const MOST_LINKED = 0.6;
const CLASS =
  /(?:^|[\s_-])(?:alert|cart|dialog|drawer|lightbox|menu|modal|off-?canvas|overlay|pop-?up|search|toast)s?(?:$|[\s_-])/i;
/** Names and labels of consent dialogs: `cookie-banner`, not `cookie-recipe`. */
const CONSENT =
  /(?<!informed[\s_-]?)consent|gdpr|cookies?[\s_-]?(?:banner|bar|bot|box|control|disclaimer|law|message|notice|notification|policy|pop-?up|preferences?|script|settings|warning)|privacy[\s_-]?(?:banner|cent(?:er|re)|manager|notice|pop-?up|preferences?|settings)|your privacy|(?:^|[\s_-])(?:didomi|fides|onetrust|osano|trustarc|usercentrics)(?:[\s_-]|$)/i;
const MAX_NAMES = 400;

/** Whether a dialog that styles keep closed is a consent dialog, a form, a menu or a message, not a text or a video. */
export function isClosedDialog(
  element: LightElement,
  { words, linked, fields, plays, tabulates }: DialogFigures,
): boolean {
  if (asksConsent(element)) return true;
  if (tabulates || !isOpenedOnDemand(element)) return false;
  return fields > 0 || (words < FEW_WORDS && !plays) || (words > 0 && linked > MOST_LINKED * words);
}

export function isDialog(element: LightElement): boolean {
  return element.localName !== 'dialog' && ROLES.has(element.getAttribute('role') ?? '');
}

function asksConsent(element: LightElement): boolean {
  const own = ['class', 'id', 'aria-label'].map((name) => element.getAttribute(name));
  const names = [...own, element.parentNode?.getAttribute('id')];
  return names.some((name) => name != null && CONSENT.test(name.slice(0, MAX_NAMES)));
}

function isOpenedOnDemand(element: LightElement): boolean {
  if (['aria-modal', 'aria-hidden'].some((name) => element.getAttribute(name) === 'true')) return true;
  return CLASS.test((element.getAttribute('class') ?? '').slice(0, MAX_NAMES));
}
