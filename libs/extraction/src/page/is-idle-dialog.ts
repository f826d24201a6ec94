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
export function isDialog({ localName, attributes: { role } }: LightElement): boolean {
  return localName !== 'dialog' && role !== undefined && ROLES.has(role);
}

function asksConsent({ attributes, parentNode }: LightElement): boolean {
  const names = [attributes.class, attributes.id, attributes['aria-label'], parentNode?.attributes.id];
  return names.some((name) => name !== undefined && CONSENT.test(name.slice(0, MAX_NAMES)));
}

/** All else is out of reach while it is open, or it is said to be out of sight, or is called so. */
function isOpenedOnDemand({ attributes }: LightElement): boolean {
  if (attributes['aria-modal'] === 'true' || attributes['aria-hidden'] === 'true') return true;
  return CLASS.test((attributes.class ?? '').slice(0, MAX_NAMES));
}
