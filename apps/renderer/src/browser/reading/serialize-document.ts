import type { HidingWorld } from '../hiding/hide-distractions';

export interface SerializeRequest {
  maxChars: number;
  maxNodes: number;
  maxMs: number;
  /** Serialises only the body of a frame's document, with absolute URLs for the outer document. */
  isFramed: boolean;
  /** Number of nodes at the start of `given` that host frames; the rest are closed shadow roots. */
  owners: number;
  maxCandidates: number;
  candidatesKey: string;
}

export interface SerializedDocument {
  /** The text, split at the positions of frames; one part more than `frames`. */
  parts: string[];
  /** Indexes of the frames among the owners, in document order. Invisible frames are omitted. */
  frames: number[];
  /** Number of elements that may host a closed shadow root; stored under CANDIDATES_KEY. */
  candidates: number;
  cut?: 'chars' | 'nodes' | 'time';
}

export const CANDIDATES_KEY = 'closedShadowCandidates';

/**
 * Serialises the document as displayed: shadow roots with filled slots replace the children of their hosts, and frames
 * become `<div data-original-tag="iframe" …>`. Runs in the isolated world, so it must be self-contained, and reads
 * through the prototypes: `<input name=childNodes>` shadows a property of its form. Not recursive: trees may be deep.
 */
export function serializeDocument(request: SerializeRequest, ...given: Node[]): SerializedDocument {
  type Getter<T> = (node: Node) => T;
  const getter = <T>(prototype: object, name: string): Getter<T> => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name)!;
    return (node) => get!.call(node) as T;
  };
  const firstChildOf = getter<Node | null>(Node.prototype, 'firstChild');
  const nextSiblingOf = getter<Node | null>(Node.prototype, 'nextSibling');
  const typeOf = getter<number>(Node.prototype, 'nodeType');
  const baseOf = getter<string>(Node.prototype, 'baseURI');
  const textOf = getter<string>(CharacterData.prototype, 'data');
  const nameOf = getter<string>(Element.prototype, 'localName');
  const qualifiedNameOf = getter<string>(Element.prototype, 'tagName');
  const attributesOf = getter<NamedNodeMap>(Element.prototype, 'attributes');
  const openRootOf = getter<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const widthOf = getter<number>(Element.prototype, 'clientWidth');
  const heightOf = getter<number>(Element.prototype, 'clientHeight');
  const hostOf = getter<Element>(ShadowRoot.prototype, 'host');
  const contentOf = getter<DocumentFragment>(HTMLTemplateElement.prototype, 'content');
  const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);
  const assignedTo = (slot: Node): Node[] => HTMLSlotElement.prototype.assignedNodes.call(slot);
  const rootElement = getter<Element | null>(Document.prototype, 'documentElement')(document);
  const doctype = getter<DocumentType | null>(Document.prototype, 'doctype')(document);
  const body = getter<Element | null>(Document.prototype, 'body')(document);

  const set = (names: string): Set<string> => new Set(names.split(' '));
  const isVoid = set(
    'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
  );
  const isRawText = set('style script xmp iframe noembed noframes plaintext noscript');
  // Elements about the frame's own page, which would apply to the outer one.
  const notInFrames = set('base link meta noscript script style title');
  const addresses = set('action background cite data data-lazy-src data-original data-src formaction href poster src');
  const candidateLists = set('srcset imagesrcset data-srcset data-lazy-srcset');
  const notOfFrames = set('data-original-tag srcdoc');

  const { concealed } = globalThis as typeof globalThis & HidingWorld;
  const owners = new Map(given.slice(0, request.owners).map((owner, index) => [owner, index]));
  const closedRoots = new Map(given.slice(request.owners).map((root) => [hostOf(root) as Node, root]));
  const baseUrl = rootElement === null ? '' : baseOf(rootElement);

  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\u00a0': '&nbsp;',
  };
  const escapeText = (value: string): string => value.replace(/[&<>\u00a0]/g, (character) => entities[character]!);
  const escapeValue = (value: string): string => value.replace(/[&<>"\u00a0]/g, (character) => entities[character]!);
  const absolute = (address: string): string => {
    const trimmed = address.trim();
    return trimmed !== '' && URL.canParse(trimmed, baseUrl) ? new URL(trimmed, baseUrl).href : address;
  };
  const absoluteCandidates = (list: string): string =>
    list.replace(/(^|,\s)\s*(\S+?)(?=,?(?:\s|$))/g, (_, before: string, address: string) => before + absolute(address));
  const absoluteStyle = (style: string): string =>
    style.replace(/url\(([^()]*)\)/gi, (_, written: string) => {
      const [quote = ''] = /^["']/.exec(written.trim()) ?? [];
      return `url(${quote}${absolute(written.replace(/["']/g, ''))}${quote})`;
    });
  const writtenValue = (name: string, value: string): string => {
    if (!request.isFramed) return value;
    if (addresses.has(name)) return absolute(value);
    if (candidateLists.has(name)) return absoluteCandidates(value);
    return name === 'style' && value.includes('url(') ? absoluteStyle(value) : value;
  };
  /** Frames of at most one pixel are for tracking or messaging. */
  const isShown = (owner: Node): boolean => {
    const isVisible = Element.prototype.checkVisibility.call(owner, { visibilityProperty: true });
    return isVisible && widthOf(owner) > 1 && heightOf(owner) > 1;
  };

  const hosts = set('article aside blockquote div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
  /** Custom elements, and elements that are empty yet have a height. */
  const mayHost = (node: Node, name: string, children: Node[]): boolean =>
    name.includes('-') || (children.length === 0 && hosts.has(name) && heightOf(node) > 0);
  const candidates: Node[] = [];

  const parts: string[] = [];
  const frames: number[] = [];
  let text: string[] = [];
  let chars = 0;
  const emit = (piece: string): void => {
    chars += piece.length;
    text.push(piece);
  };
  const breakForFrame = (index: number): void => {
    parts.push(text.join(''));
    text = [];
    frames.push(index);
  };
  const startTag = (node: Node, name: string, frame: boolean): string => {
    let tag = frame ? `<div data-original-tag="${name}"` : `<${name}`;
    const attributes = attributesOf(node);
    for (let index = 0; index < attributes.length; index++) {
      const { name: attribute, value } = attributes.item(index)!;
      if (frame && notOfFrames.has(attribute)) continue;
      const written =
        frame && (attribute === 'src' || attribute === 'data') ? absolute(value) : writtenValue(attribute, value);
      tag += ` ${attribute}="${escapeValue(written)}"`;
    }
    return `${tag}>`;
  };

  const pending: (string | { node: Node; isRaw: boolean })[] = [];
  const schedule = (nodes: Node[], raw = false): void => {
    for (let index = nodes.length - 1; index >= 0; index--) pending.push({ node: nodes[index]!, isRaw: raw });
  };
  const childrenOf = (parent: Node): Node[] => {
    const nodes: Node[] = [];
    for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) nodes.push(child);
    return nodes;
  };
  const write = (node: Node): void => {
    const html = node instanceof HTMLElement;
    const name = html ? nameOf(node) : qualifiedNameOf(node);
    if (request.isFramed && notInFrames.has(name)) return;
    if (concealed?.has(node)) return;
    if (name === 'slot' && rootOf(node) instanceof ShadowRoot) {
      const assigned = assignedTo(node);
      schedule(assigned.length > 0 ? assigned : childrenOf(node));
      return;
    }
    const frame = owners.get(node);
    if (frame !== undefined && isShown(node)) {
      emit(startTag(node, name, true));
      breakForFrame(frame);
      emit('</div>');
      return;
    }
    emit(startTag(node, name, false));
    if (html && isVoid.has(name)) return;
    pending.push(`</${name}>`);
    const shadow = openRootOf(node) ?? closedRoots.get(node);
    const children = childrenOf(shadow ?? (html && name === 'template' ? contentOf(node) : node));
    if (shadow === undefined && html && candidates.length < request.maxCandidates && mayHost(node, name, children)) {
      candidates.push(node);
    }
    // Without scripts, a noscript contains elements.
    schedule(children, html && isRawText.has(name) && children.every((child) => typeOf(child) !== 1));
  };

  if (request.isFramed) {
    if (body !== null) schedule(childrenOf(body));
  } else {
    if (doctype !== null) {
      const { name, publicId, systemId } = doctype;
      const system = systemId === '' ? '' : ` "${systemId}"`;
      emit(`<!DOCTYPE ${name}${publicId === '' ? system && ` SYSTEM${system}` : ` PUBLIC "${publicId}"${system}`}>`);
    }
    if (rootElement !== null) schedule([rootElement]);
  }
  const endAt = performance.now() + request.maxMs;
  let nodes = 0;
  let cut: SerializedDocument['cut'];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      emit(next);
      continue;
    }
    if (cut !== undefined) continue;
    const { node, isRaw } = next;
    const type = typeOf(node);
    if (type === 1) write(node);
    else if (type === 3 || type === 4) emit(isRaw ? textOf(node) : escapeText(textOf(node)));
    else if (type === 8 && !request.isFramed) emit(`<!--${textOf(node)}-->`);
    nodes += 1;
    if (chars > request.maxChars) return { parts: [''], frames: [], candidates: 0, cut: 'chars' };
    if (nodes >= request.maxNodes) cut = 'nodes';
    else if ((nodes & 1023) === 0 && performance.now() > endAt) cut = 'time';
  }
  parts.push(text.join(''));
  Object.assign(globalThis, { [request.candidatesKey]: candidates });
  return { parts, frames, candidates: candidates.length, cut };
}
