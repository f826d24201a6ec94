export interface InspectOptions {
  alignment: ScrollLogicalPosition;
  /** Whether to check that the box of the element is the same in two consecutive frames. */
  mustRest: boolean;
}

/** A point inside the content of an `iframe`. Only this point is checked then. */
export interface InnerPoint {
  inner: { x: number; y: number };
}

/** A point in window coordinates where the element receives a click, or the reason why there is none. */
export type Inspection = { x: number; y: number } | { obstacle: string } | 'removed';

/**
 * Runs in the page, so it must be self-contained. Scrolls the element into view and finds a point where hit testing
 * returns the element, a descendant in the flat tree, the link or button around it, or its label.
 */
export async function inspectTarget(target: Element, options: InspectOptions | InnerPoint): Promise<Inspection> {
  /** A page that renders frames more slowly counts as stable. */
  const maxFrameMs = 800;
  const maxRects = 3;
  const maxDescendants = 200;
  const maxNameLength = 80;

  // A field named parentNode shadows the property of its form.
  const readParent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode')!.get!;
  /** In the flat tree: from shadow roots to hosts and from slotted nodes to slots. */
  const parentOf = (element: Element): Element | null => {
    const above: unknown = element.assignedSlot ?? readParent.call(element);
    return above instanceof ShadowRoot ? above.host : above instanceof Element ? above : null;
  };
  const contains = (outer: Element, inner: Element): boolean => {
    for (let element: Element | null = inner; element !== null; element = parentOf(element)) {
      if (element === outer) return true;
    }
    return false;
  };
  const closest = (selector: string): Element | null => Element.prototype.closest.call(target, selector);
  const nameOf = (element: Element): string => {
    const id = element.getAttribute('id');
    const classes = [...element.classList].map((name) => `.${name}`).join('');
    return `<${`${element.localName}${id ? `#${id}` : ''}${classes}`.slice(0, maxNameLength)}>`;
  };
  const imageOf = (area: HTMLAreaElement): Element | undefined => {
    const map = area.closest('map')?.getAttribute('name');
    return [...document.querySelectorAll('img[usemap]')].find((image) => image.getAttribute('usemap') === `#${map}`);
  };
  /** An area has no box; its image does. */
  const shown = target instanceof HTMLAreaElement ? (imageOf(target) ?? target) : target;
  const boxesOf = (element: Element): DOMRect[] =>
    [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).slice(0, maxRects);
  /** Links around floats and `display: contents` have the boxes of their content. */
  const boxes = (): DOMRect[] => {
    const own = boxesOf(shown);
    if (own.length > 0) return own;
    const inner = [...Element.prototype.querySelectorAll.call(shown, '*')].slice(0, maxDescendants);
    const boxed = inner.find((element) => element.checkVisibility({ visibilityProperty: true }) && boxesOf(element)[0]);
    return boxed === undefined ? [] : boxesOf(boxed);
  };
  const place = (): string =>
    boxes()
      .map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`)
      .join();
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, maxFrameMs);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  const label = closest('label') as HTMLLabelElement | null;
  const control = closest('a, button, input, select, textarea, [role=button], [role=link]') ?? label?.control ?? target;
  const unfit = async ({ alignment, mustRest }: InspectOptions): Promise<Inspection | undefined> => {
    if (!target.isConnected) return 'removed';
    const style = getComputedStyle(shown);
    if (style.visibility !== 'visible') return { obstacle: `is hidden (visibility: ${style.visibility})` };
    if (style.display !== 'contents' && !shown.checkVisibility()) {
      return { obstacle: style.display === 'none' ? 'is hidden (display: none)' : 'is hidden' };
    }
    if (control.matches(':disabled') || closest('[aria-disabled="true" i]') !== null)
      return { obstacle: 'is disabled' };
    if (closest('[inert]') !== null) return { obstacle: 'is disabled (inert)' };
    if (boxes().length === 0) return { obstacle: 'has no size' };

    shown.scrollIntoView({ block: alignment, inline: 'nearest', behavior: 'instant' });
    if (mustRest) {
      const before = place();
      await nextFrame();
      if (!target.isConnected) return 'removed';
      if (place() !== before) return { obstacle: 'is still moving' };
    }
    return undefined;
  };
  const found = 'inner' in options ? undefined : await unfit(options);
  if (found !== undefined) return found;

  /** The middle of an area by its corners, or the centre of its circle. */
  const areaPoints = (area: HTMLAreaElement): [number, number][] => {
    const { left, top } = shown.getBoundingClientRect();
    const numbers = area.coords.split(',').map(Number);
    const corners = area.shape === 'circle' ? numbers.slice(0, 2) : numbers;
    const middle = (side: number): number => {
      const ofSide = corners.filter((_, index) => index % 2 === side);
      return ofSide.reduce((sum, number) => sum + number, 0) / ofSide.length;
    };
    return [[left + middle(0), top + middle(1)]];
  };
  /** The centre first, then points for round, hollow and partly covered elements. */
  const boxPoints = (): [number, number][] =>
    boxes().flatMap((box) => {
      // A box larger than the window is clicked in its visible part.
      const left = Math.max(0, box.left);
      const top = Math.max(0, box.top);
      const width = Math.min(innerWidth, box.right) - left;
      const height = Math.min(innerHeight, box.bottom) - top;
      if (width <= 0 || height <= 0) return [];
      const shares: [number, number][] = [
        [0.5, 0.5],
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ];
      return shares.map(([x, y]): [number, number] => [left + width * x, top + height * y]);
    });
  const isInWindow = ([x, y]: [number, number]): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const innerPoint = ({ inner }: InnerPoint): [number, number] => {
    const { left, top } = target.getBoundingClientRect();
    const { paddingLeft, paddingTop } = getComputedStyle(target);
    return [
      left + target.clientLeft + Number.parseFloat(paddingLeft) + inner.x,
      top + target.clientTop + Number.parseFloat(paddingTop) + inner.y,
    ];
  };
  const points = (): [number, number][] => {
    if ('inner' in options) return [innerPoint(options)];
    return target instanceof HTMLAreaElement && shown !== target ? areaPoints(target) : boxPoints();
  };
  const visible = points().filter(isInWindow);
  if (visible.length === 0) return { obstacle: 'is outside the window' };

  const deepest = (x: number, y: number): Element | null => {
    let hit: Element | null = Document.prototype.elementFromPoint.call(document, x, y);
    for (let root = hit?.shadowRoot; root != null; root = hit?.shadowRoot) {
      const inner = root.elementFromPoint(x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const isOwn = (hit: Element): boolean => {
    if (contains(target, hit) || contains(control, hit)) return true;
    return (hit.closest('label') as HTMLLabelElement | null)?.control === target;
  };
  const hits = visible.map(([x, y]) => ({ x, y, hit: deepest(x, y) }));
  const own = hits.find(({ hit }) => hit !== null && isOwn(hit));
  if (own !== undefined) return { x: own.x, y: own.y };
  if (getComputedStyle(shown).pointerEvents === 'none')
    return { obstacle: 'receives no clicks (pointer-events: none)' };
  const cover = hits[0]!.hit;
  if (cover === null) return { obstacle: 'is outside the window' };
  return { obstacle: `is ${contains(cover, target) ? 'cut off' : 'covered'} by ${nameOf(cover)}` };
}
