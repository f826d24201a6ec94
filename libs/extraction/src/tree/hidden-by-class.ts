import { type LightElement, type LightNode } from './light-node';
import { classesOf, nextElement, previousElement } from './walk';

/** Invision, Gravity Forms, Magento, Complianz. */
const HIDES_ALWAYS =
  /(?:^|\s)(?:ipsHide|gfield_visibility_hidden|gfield--type-honeypot|gform_validation_container|no-display|cmplz-hidden)(?:\s|$)/;
/** Bootstrap and Tailwind. Scripts remove it from what they show. */
const MAY_HIDE = /(?:^|\s)(?:d-none|hidden)(?=\s|$)/;
/** Shown at a screen width or in a state: `d-lg-block`, `md:flex`, `group-hover:block`. */
const SHOWS =
  /(?:^|\s)(?:d-(?!none|print)[\w-]|visible-|show(?:$|[\s_-]))|:!?(?:d-)?(?:block|contents|flex|flow-root|grid|initial|inline|list-item|revert|ruby|table|unset|visible)|desktop|mobile|phone|tablet/i;

/** Elements that may expand the next one. */
const EXPANDS = /^(?:button|dt|h[1-6]|label|summary)$/;

/** `vague`: `hidden`, which scripts of any kind use as well. */
export type HidingClass = 'sure' | 'vague';

/**
 * The kind of class that hides the element on all screens. Ignores elements next to a text (the rest of a sentence),
 * after a heading or button (collapsed content), and with a class of a neighbour (tabs, cards).
 */
export function hidingClassOf(element: LightElement): HidingClass | undefined {
  const classes = classesOf(element);
  if (HIDES_ALWAYS.test(classes)) return 'sure';
  if (!MAY_HIDE.test(classes) || SHOWS.test(classes)) return undefined;
  if (isText(element.previousSibling) || isText(element.nextSibling)) return undefined;
  const before = previousElement(element);
  if (before !== null && (EXPANDS.test(before.localName) || before.getAttribute('role') === 'button')) return undefined;
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

/** Classes of screen-reader text in common style kits. */
const HIDDEN =
  /(?:^|[\s_-])(?:sr-?(?:only|text|clipped)|(?:mm-)?sronly|visually-?hidden|hidden-?visually|screen-?reader(?:-?(?:text|only))?|clipped|a11y-?(?:hidden|text)|offscreen|element-invisible|assistive-?text|visible-sr)(?:$|[\s_-])|(?:^|\s)(?:a11y|blind)(?:\s|$)/i;

/** Whether the element is visually hidden: screen-reader text. */
export function isVisuallyHidden(element: LightElement): boolean {
  const classes = element.getAttribute('class');
  return classes !== null && HIDDEN.test(classes);
}
