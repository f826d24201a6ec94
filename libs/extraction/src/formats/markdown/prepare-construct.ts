import { ORIGINAL_TAG } from '../../tree/frames';
import type { LightElement } from '../../tree/light-node';
import { prepareCallout } from './callouts';
import { prepareDetails } from './details';
import { empty, prepareButton, prepareSelect } from './form-controls';
import { prepareFormula } from './formulas';
import { labelIconLink } from './icon-links';
import { prepareKeptTag, prepareRubyParenthesis, prepareRubyText } from './kept-tags';
import { prepareMedia } from './media';

type Prepare = (element: LightElement) => void;

const rename =
  (name: string): Prepare =>
  (element) => {
    element.nodeName = name;
  };

/** Elements that markdown represents by other elements. */
const PREPARERS = new Map<string, Prepare>([
  ['MATH', prepareFormula],
  ['SCRIPT', prepareFormula],
  ['MJX-CONTAINER', prepareFormula],
  ['SPAN', prepareFormula],
  ['A', labelIconLink],
  ['DIV', prepareBox],
  ['ASIDE', prepareCallout],
  ['SECTION', prepareCallout],
  ['DETAILS', prepareDetails],
  ['SUP', prepareKeptTag],
  ['SUB', prepareKeptTag],
  ['KBD', prepareKeptTag],
  ['MARK', prepareKeptTag],
  ['RT', prepareRubyText],
  ['RP', prepareRubyParenthesis],
  ['SELECT', prepareSelect],
  ['BUTTON', prepareButton],
  ['TEXTAREA', empty],
  ['IFRAME', prepareMedia],
  ['EMBED', prepareMedia],
  ['OBJECT', prepareMedia],
  ['VIDEO', prepareMedia],
  ['AUDIO', prepareMedia],
  ['XMP', rename('PRE')],
  ['LISTING', rename('PRE')],
  ['PLAINTEXT', rename('PRE')],
  ['SAMP', rename('CODE')],
  ['TT', rename('CODE')],
]);

/** Gives an element the name and content that it is written with. It keeps its place in the tree. */
export function prepareConstruct(element: LightElement): void {
  PREPARERS.get(element.nodeName)?.(element);
}

function prepareBox(box: LightElement): void {
  if (box.getAttribute(ORIGINAL_TAG) !== null) prepareMedia(box);
  else if (box.getAttribute('class') !== null) {
    prepareFormula(box);
    if (box.nodeName === 'DIV') prepareCallout(box);
  }
}
