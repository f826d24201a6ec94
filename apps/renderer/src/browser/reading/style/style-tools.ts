export interface StyleLimits {
  maxElements: number;
  maxMs: number;
  maxEntries: number;
  maxChars: number;
  maxVariables: number;
}

export interface StyleWorld {
  styleTools?: StyleTools;
}

/** Methods of the prototypes: named form controls shadow an element's own. */
interface StyleTools {
  root: Element;
  /** Whether the browser's default background is the dark one. */
  darkCanvas: boolean;
  /** Any CSS colour as #rrggbb; undefined if there is none or it is almost transparent. */
  hexOf(color: string): string | undefined;
  gradientOf(style: CSSStyleDeclaration): string | undefined;
  px(length: string): number;
  find(selector: string): Element[];
  is(element: Element, selector: string): boolean;
  attribute(element: Element, name: string): string;
  rectOf(element: Element): DOMRect;
  getter<T>(prototype: object, name: string): (node: Node) => T;
  focusColorOf(element: Element): string | undefined;
}

/** Runs in the isolated world of a page, so it must be self-contained. */
export function installStyleTools(): void {
  const find = (selector: string): Element[] => [...Document.prototype.querySelectorAll.call(document, selector)];
  const is = (element: Element, selector: string): boolean => Element.prototype.matches.call(element, selector);
  const attribute = (element: Element, name: string): string =>
    Element.prototype.getAttribute.call(element, name) ?? '';
  const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  const getter = <T>(prototype: object, name: string): ((node: Node) => T) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name)!;
    return (node) => get!.call(node) as T;
  };
  const root = getter<Element>(Document.prototype, 'documentElement')(document);
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const known = new Map<string, string | undefined>();
  const hexOf = (color: string): string | undefined => {
    if (known.has(color)) return known.get(color);
    let hex: string | undefined;
    if (
      color.length <= 100 &&
      CSS.supports('color', color) &&
      !/^(?:currentcolor|inherit|initial|unset|revert.*|transparent)$/i.test(color)
    ) {
      pixel.clearRect(0, 0, 1, 1);
      pixel.fillStyle = color;
      pixel.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
      if (alpha >= 100) hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    }
    if (known.size < 5000) known.set(color, hex);
    return hex;
  };
  const gradientOf = ({ backgroundImage }: CSSStyleDeclaration): string | undefined => {
    if (backgroundImage.length > 2000 || !backgroundImage.includes('-gradient(')) return undefined;
    const colors = backgroundImage.match(/(?:rgba?|hsla?|color|lab|lch|oklab|oklch)\([^()]*\)/g) ?? [];
    return colors.map(hexOf).find((color) => color !== undefined);
  };
  const px = (length: string): number => {
    const value = Number.parseFloat(length);
    return length.endsWith('px') && Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
  };
  const rootStyle = getComputedStyle(root);
  const resolve = (value: string): string =>
    value.replace(/var\(\s*(--[\w-]+)\s*(?:,[^()]*)?\)/g, (_, name: string) => rootStyle.getPropertyValue(name).trim());
  let focusRules: { selectors: string[]; style: CSSStyleDeclaration }[] | undefined;
  const readFocusRules = (): NonNullable<typeof focusRules> => {
    const rules: NonNullable<typeof focusRules> = [];
    let left = 20_000;
    const walk = (list: CSSRuleList): void => {
      for (const rule of list) {
        left -= 1;
        if (left < 0 || rules.length >= 500) return;
        if (rule instanceof CSSStyleRule && rule.selectorText.length <= 2000 && rule.selectorText.includes(':focus')) {
          const selectors = rule.selectorText.split(/,(?![^(]*\))/).filter((each) => each.includes(':focus'));
          rules.push({ selectors, style: rule.style });
        } else if (rule instanceof CSSGroupingRule && left > 0) walk(rule.cssRules);
      }
    };
    for (const sheet of getter<StyleSheetList>(Document.prototype, 'styleSheets')(document)) {
      try {
        walk(sheet.cssRules);
      } catch {
        // Cross-origin style sheets are not readable.
      }
    }
    return rules;
  };
  const focusColorOf = (element: Element): string | undefined => {
    focusRules ??= readFocusRules();
    let found: string | undefined;
    for (const { selectors, style } of focusRules) {
      const applies = selectors.some((selector) => {
        try {
          return is(element, selector.replace(/:focus(?:-visible|-within)?/g, '').trim() || '*');
        } catch {
          return false;
        }
      });
      if (!applies) continue;
      const shadow = /(?:rgb|hsl|okl?(?:ab|ch))a?\([^)]*\)|#[\da-f]{3,8}/i.exec(resolve(style.boxShadow))?.[0] ?? '';
      const border = style.borderTopColor || style.borderColor || style.border.split(' ').slice(2).join(' ');
      const outline = style.outlineStyle === 'none' ? '' : style.outlineColor;
      const color = [border, outline, shadow]
        .map((each) => hexOf(resolve(each).trim()))
        .find((each) => each !== undefined);
      found = color ?? found;
    }
    return found;
  };

  const scheme = rootStyle.colorScheme;
  const darkCanvas = /\bdark\b/.test(scheme) && !/\blight\b/.test(scheme);
  const world = globalThis as StyleWorld;
  world.styleTools = { root, darkCanvas, hexOf, gradientOf, px, find, is, attribute, rectOf, getter, focusColorOf };
}
