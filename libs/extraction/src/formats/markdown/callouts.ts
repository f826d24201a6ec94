import type { LightElement, LightNode } from '../../tree/light-node';
import { detach, nextNode, textOf } from '../../tree/walk';
import { isInListing } from './prepare-code';
import { writeAsBlock } from './written-blocks';

/** GitHub, Sphinx, MkDocs and Docusaurus. */
const CALLOUT = /(?:^|\s)(?:markdown-alert|admonition|theme-admonition)(?:\s|$)/;
const TITLE = /(?:^|\s)(?:markdown-alert-title|admonition-title|admonitionHeading\w*)(?:\s|$)/;
const KINDS: [kind: string, names: RegExp][] = [
  ['IMPORTANT', /(?:^|[\s-])important(?:\s|$)/],
  ['WARNING', /(?:^|[\s-])(?:warning|attention|bug)(?:\s|$)/],
  ['CAUTION', /(?:^|[\s-])(?:caution|danger|error|failure)(?:\s|$)/],
  ['TIP', /(?:^|[\s-])(?:tip|hint|success|check)(?:\s|$)/],
  ['NOTE', /(?:^|[\s-])(?:note|info|seealso|abstract|todo|quote|example|question)(?:\s|$)/],
];
const MAX_LEVELS = 64;
const MAX_BEFORE_TITLE = 20;

const callouts = new WeakSet<LightElement>();

/** Turns notes, tips and warnings into GitHub alerts, which other renderers show as quotes. */
export function prepareCallout(box: LightElement): void {
  const classes = box.getAttribute('class') ?? '';
  if (!CALLOUT.test(classes) || isInCallout(box) || isInListing(box)) return;
  const kind = KINDS.find(([, names]) => names.test(classes))?.[0];
  if (kind === undefined) return;
  const title = findTitle(box);
  if (title !== undefined) {
    if (textOf(title).trim().toUpperCase() === kind) detach(title);
    else title.nodeName = 'P';
  }
  callouts.add(box);
  writeAsBlock(box, (content) => {
    const text = content.trim();
    if (text === '') return '';
    // GitHub requires a blank line between the marker and blocks other than paragraphs.
    const marker = /^[|<`]/.test(text) ? `[!${kind}]\n\n` : `[!${kind}]\n`;
    return `${marker}${text}`.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
  });
}

function findTitle(box: LightElement): LightElement | undefined {
  let looked = 0;
  for (let node: LightNode | null = box.firstChild; node !== null && looked++ < MAX_BEFORE_TITLE; ) {
    if (node.nodeType !== 3 && TITLE.test(node.getAttribute('class') ?? '')) return node;
    node = nextNode(node, box);
  }
  return undefined;
}

/** Nested quotes multiply the prefix of each line. */
function isInCallout(box: LightElement): boolean {
  let parent = box.parentNode;
  for (let level = 0; parent !== null && level < MAX_LEVELS; level++) {
    if (callouts.has(parent) || /^(?:TD|TH|A)$/.test(parent.nodeName)) return true;
    parent = parent.parentNode;
  }
  return false;
}
