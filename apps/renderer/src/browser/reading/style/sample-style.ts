import type { BoxStyle, StyleSample, TextRole, TextStyle } from '@orbweaver/extraction';
import type { Declared } from './sample-declared';
import type { StyleLimits, StyleWorld } from './style-tools';

export type Painted = Omit<StyleSample, keyof Declared | 'logos'>;

/** Measures the style of elements. Runs in the isolated world after installStyleTools, so it must be self-contained. */
export function sampleStyle(limits: StyleLimits): Painted {
  const endAt = performance.now() + limits.maxMs;
  const { hexOf, gradientOf, px, is, attribute, rectOf, getter, darkCanvas, focusColorOf } = (globalThis as StyleWorld)
    .styleTools!;
  const firstChildOf = getter<Node | null>(Node.prototype, 'firstChild');
  const nextSiblingOf = getter<Node | null>(Node.prototype, 'nextSibling');
  const shadowOf = getter<ShadowRoot | null>(Element.prototype, 'shadowRoot');
  const root = getter<Element>(Document.prototype, 'documentElement')(document);
  const body = getter<Element | null>(Document.prototype, 'body')(document);

  const add = <K>(sums: Map<K, number>, key: K, amount: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  const largest = <K>(sums: Map<K, number>): [K, number][] =>
    [...sums].sort(([, a], [, b]) => b - a).slice(0, limits.maxEntries);

  const page = { width: Math.max(root.scrollWidth, 1), height: Math.max(root.scrollHeight, window.innerHeight, 1) };
  const areaOf = ({ left, right, top, bottom }: DOMRect): number => {
    const width = Math.min(right + scrollX, page.width) - Math.max(left + scrollX, 0);
    const height = Math.min(bottom + scrollY, page.height) - Math.max(top + scrollY, 0);
    return width > 0 && height > 0 ? width * height : 0;
  };

  const backgrounds: { color: string; area: number }[] = [];
  const texts = new Map<string, TextStyle>();
  const spaces = new Map<number, number>();
  const gaps = new Map<number, number>();
  const radii = new Map<number, number>();
  const transitions = new Map<string, number>();
  const maxWidths = new Map<number, number>();
  const gridColumns = new Map<number, number>();
  const buttons: BoxStyle[] = [];
  const inputs: StyleSample['inputs'] = [];

  const roleOf = (element: Element, name: string, inherited: TextRole): TextRole => {
    if (/^h[1-3]$/.test(name)) return name as TextRole;
    if (/^h[4-6]$/.test(name)) return 'heading';
    if (/^(?:code|pre|kbd|samp|tt)$/.test(name)) return 'code';
    if (/^(?:button|input|select|textarea|option)$/.test(name)) return 'control';
    // Descendants of a heading, a listing or a control inherit its role.
    if (inherited !== 'text' && inherited !== 'paragraph' && inherited !== 'small') return inherited;
    if (name === 'a' && is(element, '[href]')) return 'link';
    if (name === 'small') return 'small';
    return name === 'p' || name === 'li' ? 'paragraph' : inherited;
  };
  const noteText = (element: Element, style: CSSStyleDeclaration, role: TextRole): void => {
    let chars = 0;
    for (let node = firstChildOf(element); node !== null; node = nextSiblingOf(node)) {
      if (node instanceof Text) chars += node.data.trim().length;
    }
    if (chars === 0) return;
    // Text may be filled with a gradient.
    const color = hexOf(style.color) ?? (style.backgroundClip === 'text' ? gradientOf(style) : undefined);
    if (color === undefined) return;
    const { fontFamily } = style;
    const [fontSize, height] = [px(style.fontSize), px(style.lineHeight)];
    const fontWeight = Number(style.fontWeight);
    const key = JSON.stringify([role, color, fontFamily, fontSize, height, fontWeight]);
    const noted = texts.get(key);
    if (noted !== undefined) noted.chars += chars;
    else if (fontFamily.length <= limits.maxChars && texts.size < 5000) {
      const lineHeight = height > 0 && fontSize > 0 ? { lineHeight: Math.round((height / fontSize) * 100) / 100 } : {};
      texts.set(key, { role, color, fontFamily, fontSize, ...lineHeight, fontWeight, chars });
    }
  };
  const boxOf = (element: Element, style: CSSStyleDeclaration, area: number): BoxStyle => {
    const background = gradientOf(style) ?? hexOf(style.backgroundColor);
    const textColor = hexOf(style.color);
    const isBordered = px(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
    const bottomOnly = !isBordered && px(style.borderBottomWidth) > 0 && style.borderBottomStyle !== 'none';
    const borderColor = isBordered
      ? hexOf(style.borderTopColor)
      : bottomOnly
        ? hexOf(style.borderBottomColor)
        : undefined;
    const words = `${attribute(element, 'class')} ${attribute(element, 'id')}`.slice(0, 1000);
    const hint = /secondary|outline|ghost|tertiary|subtle|cancel|reset/i.test(words)
      ? 'secondary'
      : /primary|\bcta\b|call-to-action/i.test(words) || attribute(element, 'type') === 'submit'
        ? 'primary'
        : undefined;
    const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style;
    const corners = [borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius];
    return {
      ...(background !== undefined && { background }),
      ...(textColor !== undefined && { textColor }),
      ...(borderColor !== undefined && { borderColor }),
      // Percentages and infinite lengths make circles or ellipses.
      radii: corners.map((corner) =>
        corner.endsWith('%') && !corner.startsWith('0') ? 9999 : Math.min(px(corner), 9999),
      ),
      ...(style.boxShadow !== 'none' && style.boxShadow.length <= limits.maxChars && { shadow: style.boxShadow }),
      ...(hint !== undefined && { hint }),
      area,
    };
  };
  const isButton = (element: Element, name: string, style: CSSStyleDeclaration, rect: DOMRect): boolean => {
    if (rect.width < 20 || rect.width > 600 || rect.height < 16 || rect.height > 120) return false;
    if (name === 'button' || is(element, '[role=button], input:is([type=submit], [type=button])')) return true;
    if (name !== 'a' || !is(element, '[href]')) return false;
    if (/(?:^|[\s_-])(?:btn|button)/i.test(attribute(element, 'class'))) return true;
    const isDrawn = (gradientOf(style) ?? hexOf(style.backgroundColor)) !== undefined || px(style.borderTopWidth) > 0;
    return isDrawn && style.display !== 'inline' && px(style.paddingLeft) >= 8 && px(style.paddingTop) >= 2;
  };
  const isInput = (element: Element): boolean =>
    is(
      element,
      'textarea, select, input:not([type=submit], [type=button], [type=reset], [type=checkbox], [type=radio], [type=range], [type=color], [type=file], [type=image], [type=hidden])',
    );

  const withFocus = (element: Element): { focusBorderColor?: string } => {
    const focusBorderColor = focusColorOf(element);
    return focusBorderColor === undefined ? {} : { focusBorderColor };
  };

  const measure = (element: Element, inherited: TextRole, painted: number): { role: TextRole; painted: number } => {
    const style = getComputedStyle(element);
    const rect = rectOf(element);
    const name = element instanceof HTMLElement ? getter<string>(Element.prototype, 'localName')(element) : '';
    const button = isButton(element, name, style, rect);
    const role = button ? 'control' : roleOf(element, name, inherited);
    const area = areaOf(rect);
    let own = painted;
    const isShown = style.visibility === 'visible' && Number(style.opacity) >= 0.1;
    const color = isShown && area > 0 ? hexOf(style.backgroundColor) : undefined;
    if (color !== undefined) {
      const isCanvas = element === root || element === body;
      const covered = isCanvas ? page.width * page.height : area;
      const under = backgrounds[painted]!;
      under.area = Math.max(0, under.area - covered);
      own = backgrounds.push({ color, area: covered }) - 1;
    }
    if (!isShown) return { role, painted: own };
    noteText(element, style, role);
    for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
      for (const length of [px(style[`padding${side}`]), px(style[`margin${side}`])]) {
        if (length >= 2 && length <= 128) add(spaces, length, 1);
      }
    }
    if (style.display.includes('grid') || style.display.includes('flex')) {
      const gap = px(style.columnGap);
      if (gap >= 2 && gap <= 128) {
        add(spaces, gap, 1);
        if (style.display.includes('grid')) add(gaps, gap, 1);
      }
    }
    if (style.display.includes('grid') && area > 0) {
      const tracks = style.gridTemplateColumns
        .replace(/\[[^\]]*\]/g, '')
        .trim()
        .split(/\s+/);
      if (tracks.length > 1 && tracks.length <= 24) add(gridColumns, tracks.length, area);
    }
    const radius = Math.min(px(style.borderTopLeftRadius), 9999);
    if (radius > 0 && area > 0) add(radii, radius, 1);
    const maxWidth = px(style.maxWidth);
    if (maxWidth >= 480 && maxWidth <= 2400 && /^(?:div|main|section|body|header|footer|article|nav)$/.test(name)) {
      add(maxWidths, maxWidth, area);
    }
    if (area === 0) return { role, painted: own };
    const duration = style.transitionDuration.split(',')[0]!.trim();
    if (Number.parseFloat(duration) > 0) {
      const easing = /^(?:[a-z-]+(?:\([^)]*\))?)/.exec(style.transitionTimingFunction)?.[0] ?? '';
      if (easing.length <= 100) add(transitions, JSON.stringify([duration, easing]), 1);
    }
    if (button) {
      if (buttons.length < limits.maxEntries) buttons.push(boxOf(element, style, area));
    } else if (inputs.length < 10 && isInput(element))
      inputs.push({ ...boxOf(element, style, area), ...withFocus(element) });
    return { role, painted: own };
  };

  backgrounds.push({ color: darkCanvas ? '#121212' : '#ffffff', area: page.width * page.height });
  const pending: { element: Element; role: TextRole; painted: number }[] = [
    { element: root, role: 'text', painted: 0 },
  ];
  const skipped = /^(?:head|script|style|template|noscript|svg|iframe|canvas|video|audio|object)$/;
  for (let visited = 0; visited < limits.maxElements && performance.now() < endAt; visited += 1) {
    const next = pending.pop();
    if (next === undefined) break;
    const { role, painted } = measure(next.element, next.role, next.painted);
    const children: Element[] = [];
    const parent = shadowOf(next.element) ?? next.element;
    for (
      let node = firstChildOf(parent);
      node !== null && children.length < limits.maxElements;
      node = nextSiblingOf(node)
    ) {
      if (!(node instanceof Element) || skipped.test(getter<string>(Element.prototype, 'localName')(node))) continue;
      if (Element.prototype.checkVisibility.call(node)) children.push(node);
    }
    for (const element of children.reverse()) pending.push({ element, role, painted });
  }

  const areas = new Map<string, number>();
  for (const { color, area } of backgrounds) add(areas, color, area);
  const counted = (sums: Map<number, number>) => largest(sums).map(([value, count]) => ({ px: value, count }));
  return {
    backgrounds: largest(areas).map(([color, area]) => ({ color, area })),
    texts: [...texts.values()].sort((a, b) => b.chars - a.chars).slice(0, limits.maxEntries),
    buttons,
    inputs,
    spaces: counted(spaces),
    gaps: counted(gaps),
    radii: counted(radii),
    transitions: largest(transitions).map(([key, count]) => {
      const [duration, easing] = JSON.parse(key) as [string, string];
      return { duration, easing, count };
    }),
    maxWidths: largest(maxWidths).map(([value, area]) => ({ px: value, area })),
    gridColumns: largest(gridColumns).map(([columns, area]) => ({ columns, area })),
  };
}
