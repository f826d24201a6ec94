import { classesOf } from './classes-of';
import type { LightElement } from './light-node';
import { previousElement } from './walk';

/** Of Invision, Gravity Forms, Magento and Complianz: nothing else is called so. */
const HIDES_ALWAYS =
  /(?:^|\s)(?:ipsHide|gfield_visibility_hidden|gfield--type-honeypot|gform_validation_container|no-display|cmplz-hidden)(?:\s|$)/;
/** Of Bootstrap and Tailwind; scripts take it off what they show. */
const MAY_HIDE = /(?:^|\s)(?:d-none|hidden)(?=\s|$)/;
/** On screens of some width, or in a state of something: `d-lg-block`, `md:flex`, `group-hover:block`, `mobile__block`. */
const SHOWS =
  /(?:^|\s)(?:d-(?!none|print)[\w-]|visible-|show(?:$|[\s_-]))|:!?(?:d-)?(?:block|contents|flex|grid|inline|list-item|table|visible)|desktop|mobile|phone|tablet/i;
/** A title or a button, which may unfold what follows it. */
const UNFOLDS = /^(?:button|dt|h[1-6]|label|summary)$/;

/** `sure`: nothing else is called so. `vague`: `hidden`, that scripts of any kind use as well. */
export type HidingClass = 'sure' | 'vague';

/**
 * By what kind of class the usual style sheets hide the element on every screen until a script shows it; undefined: by
 * none. One of the same name as the element before it is one of a row, of which a script shows more: a tab, a card.
 */
export function hidingClassOf(element: LightElement): HidingClass | undefined {
  const classes = classesOf(element);
  if (HIDES_ALWAYS.test(classes)) return 'sure';
  if (!MAY_HIDE.test(classes) || SHOWS.test(classes)) return undefined;
  const before = previousElement(element);
  const hiding = /(?:^|\s)d-none(?:\s|$)/.test(classes) ? 'sure' : 'vague';
  if (before === null) return hiding;
  if (UNFOLDS.test(before.localName) || before.getAttribute('role') === 'button') return undefined;
  const own = withoutHiding(classes);
  return own !== '' && own === withoutHiding(classesOf(before)) ? undefined : hiding;
}

function withoutHiding(classes: string): string {
  return classes.replace(MAY_HIDE, '').trim();
}
