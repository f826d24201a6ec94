import type { LightElement, LightNode } from './light-node';

/** Where a page that is sent in pieces has left room for one that comes later. */
export interface StreamedPlace {
  /** `B:` or `P:` and a number. */
  id: string;
  template: LightElement;
  /** The last node of what is shown in the meantime, right behind the template; undefined where that cannot be told. */
  last: LightNode | undefined;
  /** Characters of it, if it is a text: what follows the comment goes on in the same. */
  lastChars: number;
}

const PLACE = /^[BP]:[\da-f]{1,8}$/;

/**
 * React sends a page in pieces: `<!--$?--><template id="B:0"></template>Loading…<!--/$-->` first, and the content at the
 * end in an element that is hidden. Only comments say where the stopgap ends, and the tree has none, so that this is
 * noted down while it grows.
 */
export class StreamedPlaces {
  readonly all: StreamedPlace[] = [];
  /** Those whose end has not come yet, with the pieces that were opened in their stopgaps. */
  private readonly open: { place: StreamedPlace; parent: LightElement; depth: number }[] = [];

  onTemplate(template: LightElement, parent: LightElement): void {
    const id = template.getAttribute('id');
    if (id === null || !PLACE.test(id)) return;
    const place: StreamedPlace = { id, template, last: undefined, lastChars: 0 };
    this.all.push(place);
    if (!id.startsWith('B')) return;
    // The comment before it opened this one, and no piece that was complete at once.
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
