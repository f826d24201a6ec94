import { steps } from '@orbweaver/extraction';

const UNSEEN = new Set('head iframe noscript script style template title'.split(' '));

/** Structure of a page as comparable lists. */
export interface TreeFacts {
  words: string[];
  /** Unique link targets. */
  links: string[];
  /** Level and text of every heading. */
  headings: string[];
  /** Words with the names of their ancestors. */
  places: string[];
  /** Words with the target of their link. */
  linked: string[];
}

/** Visible content of the body. Parsers differ on markup in noscript and frames, which is not shown. */
export function readFacts({ body }: steps.ParsedPage): TreeFacts {
  const facts: TreeFacts = { words: [], links: [], headings: [], places: [], linked: [] };
  const links = new Set<string>();
  let node: steps.LightNode | null = body.firstChild;
  while (node !== null) {
    if (node.nodeType !== 3 && UNSEEN.has(node.localName)) {
      node = steps.nextAfter(node, body);
      continue;
    }
    if (node.nodeType === 3) addWords(facts, node);
    else if (node.localName === 'a') links.add(node.getAttribute('href') ?? '');
    else if (/^h[1-6]$/.test(node.localName)) facts.headings.push(`${node.localName} ${textIn(node)}`);
    node = steps.nextNode(node, body);
  }
  facts.links.push(...links);
  return facts;
}

function addWords(facts: TreeFacts, text: steps.LightText): void {
  const words = text.data.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return;
  const { path, href } = placeOf(text);
  for (const word of words) {
    facts.words.push(word);
    facts.places.push(`${path} ${word}`);
    facts.linked.push(`${href} ${word}`);
  }
}

/** Containers that are visible to a reader, outermost first. */
const CONTAINERS = new Set('ul ol li table tr td th pre blockquote h1 h2 h3 h4 h5 h6 main article nav'.split(' '));

function placeOf(text: steps.LightText): { path: string; href: string } {
  const names: string[] = [];
  let href = '';
  for (let element = text.parentNode; element !== null; element = element.parentNode) {
    if (CONTAINERS.has(element.localName)) names.push(element.localName);
    if (element.localName === 'a') href ||= element.getAttribute('href') ?? '';
  }
  return { path: names.join('<'), href };
}

/** Compared prefix of a text. */
const MOST_TEXT = 200;

function textIn(root: steps.LightElement): string {
  let text = '';
  for (let node = root.firstChild; node !== null && text.length < MOST_TEXT; node = steps.nextNode(node, root)) {
    if (node.nodeType === 3 && !UNSEEN.has(node.parentNode?.localName ?? '')) text += node.data;
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT);
}
