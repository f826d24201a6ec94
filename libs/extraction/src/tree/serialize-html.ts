import { type LightElement, type LightNode } from './light-node';

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
const RAW_TEXT = new Set('style script xmp iframe noembed noframes plaintext'.split(' '));

/** The inner HTML of `root`. */
export function serializeChildren(root: LightElement): string {
  const parts: string[] = [];
  let node: LightNode | null = root.firstChild;
  while (node !== null) {
    if (node.nodeType === 3) {
      parts.push(RAW_TEXT.has(node.parentNode?.localName ?? '') ? node.data : escapeHtmlText(node.data));
    } else {
      parts.push(startTag(node));
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      if (!VOID.has(node.localName)) parts.push(`</${node.localName}>`);
    }
    while (node.nextSibling === null && node.parentNode !== null && node.parentNode !== root) {
      node = node.parentNode;
      parts.push(`</${node.localName}>`);
    }
    node = node.nextSibling;
  }
  return parts.join('');
}

function startTag(element: LightElement): string {
  let tag = `<${element.localName}`;
  for (const [name, value] of element.attributes) tag += ` ${name}="${escapeAttribute(value)}"`;
  return `${tag}>`;
}

export function escapeHtmlText(text: string): string {
  if (!/[&<>\u00a0]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}

function escapeAttribute(value: string): string {
  if (!/[&"\u00a0]/.test(value)) return value;
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
}

/** A whole document, or a sequence of elements, as HTML. */
export function toHtml(root: LightElement): string {
  const html = serializeChildren(root);
  return root.firstChild?.nodeType === 1 && root.firstChild.localName === 'html' ? `<!DOCTYPE html>${html}` : html;
}
