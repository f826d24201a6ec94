import type { LightElement } from '../../tree/light-node';
import { ORIGINAL_TAG } from '../../tree/original-tag';
import { prepareCallout } from './callouts';
import { prepareDetails } from './details';
import { prepareButton, prepareSelect } from './form-controls';
import { prepareFormula } from './formulas';
import { prepareKeptTag, prepareRubyParenthesis, prepareRubyText } from './kept-tags';
import { nameIconLink, prepareMedia } from './media';
import { prepareEditor, prepareTextArea } from './prepare-code';

type Prepare = (element: LightElement) => void;

/** What markdown has a form for, but no element of the same name. */
const PREPARERS = new Map<string, Prepare>([
  ['MATH', prepareFormula],
  ['SCRIPT', prepareFormula],
  ['MJX-CONTAINER', prepareFormula],
  ['IMG', prepareFormula],
  ['SPAN', prepareFormula],
  ['A', nameIconLink],
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
  ['TEXTAREA', prepareTextArea],
  ['IFRAME', prepareMedia],
  ['EMBED', prepareMedia],
  ['OBJECT', prepareMedia],
  ['VIDEO', prepareMedia],
  ['AUDIO', prepareMedia],
  ['XMP', renameToListing],
  ['LISTING', renameToListing],
  ['PLAINTEXT', renameToListing],
  ['SAMP', renameToCode],
  ['TT', renameToCode],
]);

/** Gives an element the name and the content that it is written by. It stays where it is in the tree. */
export function prepareConstruct(element: LightElement): void {
  PREPARERS.get(element.nodeName)?.(element);
}

function prepareBox(box: LightElement): void {
  if (box.getAttribute(ORIGINAL_TAG) !== null) prepareMedia(box);
  else if (box.getAttribute('class') !== null) {
    prepareFormula(box);
    if (box.nodeName === 'DIV') prepareEditor(box);
    if (box.nodeName === 'DIV') prepareCallout(box);
  }
}

function renameToListing(element: LightElement): void {
  element.nodeName = 'PRE';
}

function renameToCode(element: LightElement): void {
  element.nodeName = 'CODE';
}
