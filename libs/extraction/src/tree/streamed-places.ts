import type { LightElement, LightNode } from './light-node';

/** The placeholder of content that is streamed later. */
export interface StreamedPlace {
  /** `B:0` or `P:0`. */
  id: string;
  template: LightElement;
  /** The last node of the fallback after the template; undefined if unknown. */
  last: LightNode | undefined;
  /** Characters of the fallback in `last`, if it is a text that continues after it. */
  lastChars: number;
}

const PLACE = /^[BP]:[\da-f]{1,8}$/;

/**
 * Records React's placeholders during parsing: `<!--$?--><template id="B:0"></template>Loading…<!--/$-->`. Only comments,
 * which the tree does not contain, mark the end of a fallback.
 */
export class StreamedPlaces {
  readonly all: StreamedPlace[] = [];
  /** Open placeholders, with the number of boundaries opened in their fallbacks. */
  private readonly open: { place: StreamedPlace; parent: LightElement; depth: number }[] = [];

  onTemplate(template: LightElement, parent: LightElement): void {
    const id = template.getAttribute('id');
    if (id === null || !PLACE.test(id)) return;
    const place: StreamedPlace = { id, template, last: undefined, lastChars: 0 };
    this.all.push(place);
    if (!id.startsWith('B')) return;
    // The comment before it opened this placeholder, not a nested boundary.
    const outer = this.open.at(-1);
    if (outer?.parent === parent && outer.depth > 0) outer.depth--;
    this.open.push({ place, parent, depth: 0 });
  }

  onComment(data: string, parent: LightElement): void {
    const innermost = this.open.at(-1);
    if (innermost === undefined || innermost.parent !== parent) return;
    if (/^\$[?!~]?$/.test(data)) innermost.depth++;
    if (data !== '/$') return;
    if (innermost.depth-- > 0) return;
    const { place } = innermost;
    place.last = parent.lastChild ?? undefined;
    if (place.last?.nodeType === 3) place.lastChars = place.last.data.length;
    this.open.pop();
  }
}
