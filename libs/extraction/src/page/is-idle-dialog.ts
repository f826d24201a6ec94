import type { LightElement } from '../tree/light-node';

/** What is measured of an element's text. */
export interface DialogFigures {
  words: number;
  /** Of the words, those in links. */
  linked: number;
  /** Fields of a form. */
  fields: number;
  /** It has a video or another page in it. */
  plays: boolean;
  /** It has a table, as of sizes or prices. */
  tabulates: boolean;
}

const ROLES = new Set(['alertdialog', 'dialog']);
/** Words. So few ask or say something when the time has come: `Added to your cart`. */
const FEW_WORDS = 12;
/** Share of the words in links, from which on it is a menu. */
const MOST_LINKED = 0.6;
const CLASS =
  /(?:^|[\s_-])(?:alert|cart|dialog|drawer|lightbox|menu|modal|off-?canvas|overlay|pop-?up|search|toast)s?(?:$|[\s_-])/i;
/** What asks for leave to store something, by names, labels and who makes them: `cookie-banner`, but not `cookie-recipe`. */
const CONSENT =
  /(?<!informed[\s_-]?)consent|gdpr|cookies?[\s_-]?(?:banner|bar|bot|box|control|disclaimer|law|message|notice|notification|policy|pop-?up|preferences?|script|settings|warning)|privacy[\s_-]?(?:banner|cent(?:er|re)|manager|notice|pop-?up|preferences?|settings)|your privacy|(?:^|[\s_-])(?:didomi|fides|onetrust|osano|trustarc|usercentrics)(?:[\s_-]|$)/i;
/** Characters of an attribute that are looked at. */
const MAX_NAMES = 400;

/**
 * Whether an element is a dialog for another case than reading the page, which styles keep closed until then: a form, a
 * menu, a question, what is asked of visitors who have just come. One with a video, a table or a text of its own, as that
 * about each member of a team, is for who opens it.
 */
export function isIdleDialog(
  element: LightElement,
  { words, linked, fields, plays, tabulates }: DialogFigures,
): boolean {
  if (asksConsent(element)) return true;
  if (tabulates || !isOpenedOnDemand(element)) return false;
  return fields > 0 || (words < FEW_WORDS && !plays) || (words > 0 && linked > MOST_LINKED * words);
}

/** Whether it is a dialog at all. */
export function isDialog(element: LightElement): boolean {
  return element.localName !== 'dialog' && ROLES.has(element.getAttribute('role') ?? '');
}

function asksConsent(element: LightElement): boolean {
  const own = ['class', 'id', 'aria-label'].map((name) => element.getAttribute(name));
  const names = [...own, element.parentNode?.getAttribute('id')];
  return names.some((name) => name != null && CONSENT.test(name.slice(0, MAX_NAMES)));
}

/** All else is out of reach while it is open, or it is said to be out of sight, or is called so. */
function isOpenedOnDemand(element: LightElement): boolean {
  if (['aria-modal', 'aria-hidden'].some((name) => element.getAttribute(name) === 'true')) return true;
  return CLASS.test((element.getAttribute('class') ?? '').slice(0, MAX_NAMES));
}
