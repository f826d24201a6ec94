import { classesOf } from './classes-of';
import type { LightElement, LightNode } from './light-node';
import { nextElement, previousElement } from './walk';

/** Of Invision, Gravity Forms, Magento and Complianz: nothing else is called so. */
const HIDES_ALWAYS =
  /(?:^|\s)(?:ipsHide|gfield_visibility_hidden|gfield--type-honeypot|gform_validation_container|no-display|cmplz-hidden)(?:\s|$)/;
/** Of Bootstrap and Tailwind; scripts take it off what they show. */
const MAY_HIDE = /(?:^|\s)(?:d-none|hidden)(?=\s|$)/;
/** On screens of some width, or in a state of something: `d-lg-block`, `md:flex`, `group-hover:block`, `mobile__block`. */
const SHOWS =
  /(?:^|\s)(?:d-(?!none|print)[\w-]|visible-|show(?:$|[\s_-]))|:!?(?:d-)?(?:block|contents|flex|flow-root|grid|initial|inline|list-item|revert|ruby|table|unset|visible)|desktop|mobile|phone|tablet/i;
/** A title or a button, which may unfold what follows it. */
const UNFOLDS = /^(?:button|dt|h[1-6]|label|summary)$/;

/** `sure`: nothing else is called so. `vague`: `hidden`, that scripts of any kind use as well. */
export type HidingClass = 'sure' | 'vague';

/**
 * By what kind of class the usual style sheets hide the element on every screen until a script shows it; undefined: by
 * none. One that shares a class with the element before or behind it is one of a row, of which a script shows more: a
 * tab, a card. One with text beside it is the rest of a sentence.
 */
export function hidingClassOf(element: LightElement): HidingClass | undefined {
  const classes = classesOf(element);
  if (HIDES_ALWAYS.test(classes)) return 'sure';
  if (!MAY_HIDE.test(classes) || SHOWS.test(classes)) return undefined;
  if (isText(element.previousSibling) || isText(element.nextSibling)) return undefined;
  const before = previousElement(element);
  if (before !== null && (UNFOLDS.test(before.localName) || before.getAttribute('role') === 'button')) return undefined;
  const names = classes.split(/\s+/);
  const own = new Set(names.filter((name) => name !== '' && !MAY_HIDE.test(name)));
  if (sharesOne(own, before) || sharesOne(own, nextElement(element))) return undefined;
  return names.includes('d-none') ? 'sure' : 'vague';
}

function isText(node: LightNode | null): boolean {
  return node?.nodeType === 3 && /\S/.test(node.data);
}

function sharesOne(names: ReadonlySet<string>, beside: LightElement | null): boolean {
  if (beside === null || names.size === 0) return false;
  return classesOf(beside)
    .split(/\s+/)
    .some((name) => names.has(name));
}
