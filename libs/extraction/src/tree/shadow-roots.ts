import { LightElement, type LightNode } from './light-node';
import { detach, moveChildren, nextNode, unwrap } from './walk';

/** Name of the fragment that holds the content of a declarative shadow root until it is composed. */
const SHADOW_ROOT = '#shadow';
/** Hosts nested deeper are not composed, because composed trees are deeper than their source. */
const MAX_HOST_DEPTH = 512;

/** Elements other than custom ones that may have a shadow root (DOM standard). */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

export interface ShadowRoot {
  host: LightElement;
  content: LightElement;
}

export function mayBeHost({ localName }: LightElement): boolean {
  return localName.includes('-') || HOSTS.has(localName);
}

export function createShadowRoot(host: LightElement): ShadowRoot {
  return { host, content: new LightElement(SHADOW_ROOT, [], 11) };
}

/** Replaces the children of every host by its flat tree (DOM standard). `roots`: in document order. */
export function composeShadowRoots(roots: readonly ShadowRoot[]): void {
  const filled: LightElement[] = [];
  for (const { host, content } of roots) {
    if (depthOf(host) > MAX_HOST_DEPTH) continue;
    const assigned = takeAssigned(host);
    for (const slot of slotsIn(content)) {
      filled.push(slot);
      const name = slot.getAttribute('name') ?? '';
      const nodes = assigned.get(name);
      if (nodes === undefined) continue;
      assigned.delete(name);
      for (const child of slot.childNodes) detach(child);
      for (const node of nodes) slot.appendChild(node);
    }
    moveChildren(content, host);
  }
  // Last, because a slot that is a light child of another host is assigned by its own `slot` attribute.
  for (const slot of filled) unwrap(slot);
}

/** Detaches the light children of a host and groups them by the name of their slot. */
function takeAssigned(host: LightElement): Map<string, LightNode[]> {
  const assigned = new Map<string, LightNode[]>();
  for (const child of host.childNodes) {
    detach(child);
    const name = child.nodeType === 3 ? '' : (child.getAttribute('slot') ?? '');
    const nodes = assigned.get(name);
    if (nodes === undefined) assigned.set(name, [child]);
    else nodes.push(child);
  }
  return assigned;
}

function slotsIn(content: LightElement): LightElement[] {
  const slots: LightElement[] = [];
  for (let node = content.firstChild; node !== null; ) {
    if (node.nodeType !== 3 && node.localName === 'slot') slots.push(node);
    node = nextNode(node, content);
  }
  return slots;
}

function depthOf(element: LightElement): number {
  let depth = 0;
  for (let outer = element.parentNode; outer !== null && depth <= MAX_HOST_DEPTH; outer = outer.parentNode) depth++;
  return depth;
}
