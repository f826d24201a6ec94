import { steps } from '@orbweaver/extraction';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

const { LightElement, LightText, oneName } = steps;

/** Converts parse5's tree, which is that of the HTML standard, to our light tree. */
export function parseWithParse5(source: string): steps.ParsedPage {
  const document = parse(source);
  const root = new LightElement('#document', [], 11);
  const open: [from: DefaultTreeAdapterTypes.ParentNode, to: steps.LightElement][] = [[document, root]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair;
    for (const child of from.childNodes) {
      if ('value' in child) addText(to, child.value);
      else if ('attrs' in child) {
        // Rendered, unlike other templates, and unknown to parse5.
        const isShadow = 'content' in child && child.attrs.some(({ name }) => name === 'shadowrootmode');
        const attributes = child.attrs.flatMap(({ prefix, name, value }) => [
          oneName(prefix ? `${prefix}:${name}` : name),
          value,
        ]);
        const element = new LightElement(isShadow ? 'shadow-root' : child.tagName.toLowerCase(), attributes);
        to.appendChild(element);
        open.push([isShadow ? child.content : child, element]);
      }
    }
  }
  const html = childOf(root, 'html');
  const body = childOf(html, 'body');
  return { root, html, head: childOf(html, 'head'), body, truncated: false, nodesLeft: 0, streamedPlaces: [] };
}

/** The standard's tree splits texts at comments, ours does not. */
function addText(parent: steps.LightElement, text: string): void {
  const last = parent.lastChild;
  if (last !== null && last.nodeType === 3) last.data += text;
  else parent.appendChild(new LightText(text));
}

/** Pages with a frameset get an additional empty body. */
function childOf(parent: steps.LightElement, name: string): steps.LightElement {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 3 && node.localName === name) return node;
  }
  const made = new LightElement(name);
  parent.appendChild(made);
  return made;
}
