import type { StyleSample } from '@orbweaver/core';

/**
 * Runs in the isolated world of a page, so everything that it needs stands inside of it. It reads computed styles of
 * the first few thousand elements that are shown, and sums them up within bounds.
 */
export function readStyles(): StyleSample {
  const MAX_ELEMENTS = 4_000;
  const MAX_RULES = 5_000;
  const MAX_SVG_CHARS = 20_000;
  const get = <T>(prototype: object, name: string, of: object): T =>
    Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(of) as T;
  const body = get<HTMLElement>(Document.prototype, 'body', document);
  const root = get<HTMLElement>(Document.prototype, 'documentElement', document);
  const styleOf = (element: Element) => window.getComputedStyle(element);
  const cut = (text: string) => text.slice(0, 300);

  // Any notation of CSS becomes three bytes by painting it.
  const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const painted = new Map<string, string | undefined>();
  const hexOf = (color: string): string | undefined => {
    if (painted.has(color)) return painted.get(color);
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = '#000';
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const result = alpha < 128 ? undefined : hex;
    if (painted.size < 2_000) painted.set(color, result);
    return result;
  };
  const add = <K>(sums: Map<K, number>, key: K | undefined, amount: number) => {
    if (key !== undefined && amount > 0) sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  const most = <K>(sums: Map<K, number>, count: number) => [...sums].sort(([, a], [, b]) => b - a).slice(0, count);
  const pixels = (length: string) => {
    const number = Number.parseFloat(length);
    return Number.isFinite(number) && number >= 0 && number < 1e6 ? Math.round(number * 100) / 100 : undefined;
  };

  const sums = {
    backgrounds: new Map<string, number>(),
    texts: new Map<string, number>(),
    links: new Map<string, number>(),
    fonts: new Map<string, number>(),
    weights: new Map<number, number>(),
    paddings: new Map<number, number>(),
    margins: new Map<number, number>(),
    gaps: new Map<number, number>(),
    radii: new Map<number, number>(),
    transitions: new Map<string, number>(),
    sizes: new Map<string, number>(),
    lineHeights: new Map<string, number>(),
    widths: new Map<number, number>(),
    columns: new Map<number, number>(),
    iconColors: new Map<string, number>(),
  };
  const sample: StyleSample = {
    backgrounds: [],
    texts: [],
    links: [],
    fonts: [],
    sizes: {},
    lineHeights: {},
    weights: [],
    paddings: [],
    margins: [],
    gaps: [],
    radii: [],
    buttons: [],
    inputs: [],
    logos: [],
    variables: [],
    layout: {},
    transitions: [],
    icons: { filled: 0, outlined: 0 },
  };

  // Rules of the page's own sheets; those of other sites may not be read.
  const focusRules: { selector: string; color: string }[] = [];
  const variables = new Map<string, string>();
  let rulesLeft = MAX_RULES;
  const readRules = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rulesLeft-- <= 0) return;
      if (rule instanceof CSSStyleRule) {
        const { selectorText: selector, style } = rule;
        if (selector.includes(':focus')) {
          const color = style.getPropertyValue('border-color') || style.getPropertyValue('outline-color');
          if (color !== '') focusRules.push({ selector: selector.replace(/:focus(?:-visible|-within)?/g, ''), color });
        }
        for (const name of style) if (name.startsWith('--') && variables.size < 1_000) variables.set(name, '');
      } else if ('cssRules' in rule) readRules(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      readRules(sheet.cssRules);
    } catch {
      // Of another site.
    }
  }
  const rootStyle = styleOf(root);
  for (const name of variables.keys()) {
    const value = rootStyle.getPropertyValue(name).trim();
    // Some libraries keep the numbers alone: `--primary: 222 47% 11%`.
    const notation = /^[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%$/.test(value) ? `hsl(${value})` : value;
    if (notation === '' || !CSS.supports('color', notation) || sample.variables.length >= 400) continue;
    const color = hexOf(notation);
    if (color !== undefined) sample.variables.push({ name: cut(name.replace(/^--/, '')), color });
  }

  const pageArea = Math.max(1, root.scrollWidth) * Math.max(1, Math.min(root.scrollHeight, 20_000));
  const ground = hexOf(styleOf(body).backgroundColor) ?? hexOf(rootStyle.backgroundColor) ?? '#ffffff';
  const home = new URL('/', document.baseURI).href;
  const header = document.querySelector('header, [role="banner"], nav');
  const footer = [...document.querySelectorAll('footer, [role="contentinfo"]')].at(-1);

  const boxOf = (style: CSSStyleDeclaration) => {
    const border = Number.parseFloat(style.borderTopWidth) > 0 ? hexOf(style.borderTopColor) : undefined;
    const background = hexOf(style.backgroundColor);
    const corner = (radius: string) => pixels(radius) ?? 0;
    return {
      ...(background === undefined ? {} : { background }),
      color: hexOf(style.color) ?? '#000000',
      ...(border === undefined ? {} : { border }),
      corners: [
        corner(style.borderTopLeftRadius),
        corner(style.borderTopRightRadius),
        corner(style.borderBottomRightRadius),
        corner(style.borderBottomLeftRadius),
      ] as [number, number, number, number],
      shadow: style.boxShadow === 'none' ? 'none' : cut(style.boxShadow),
    };
  };

  const readLogo = (element: Element, tag: string, style: CSSStyleDeclaration, rect: DOMRect) => {
    const link = element.closest('a[href]') as HTMLAnchorElement | null;
    const around = [element, element.parentElement, link].filter((one) => one !== null);
    const source = tag === 'img' ? (element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src : '';
    const drawn = tag === 'svg' ? element.outerHTML : '';
    const painting = /^url\("(.*)"\)$/.exec(style.backgroundImage)?.[1] ?? '';
    const names = around.map((one) => `${one.id} ${one.getAttribute('class') ?? ''} ${one.getAttribute('alt') ?? ''}`);
    const saysLogo = /logo|brand/i.test(`${names.join(' ')} ${/[^/]*$/.exec(source || painting)?.[0] ?? ''}`);
    const isImage = source !== '' || drawn !== '' || (painting !== '' && saysLogo);
    const inHeader = element.closest('header, nav, [role="banner"]') !== null;
    const leadsHome = link !== null && link.href.replace(/[#?].*$/, '') === home;
    if (!isImage || !(saysLogo || (inHeader && leadsHome)) || sample.logos.length >= 30) return;
    if (drawn.length > MAX_SVG_CHARS || (source || painting).length > 8_192) return;
    const alt = element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? link?.getAttribute('aria-label');
    sample.logos.push({
      image: drawn === '' ? { url: source || painting } : { svg: drawn },
      ...(link === null || link.href.length > 8_192 ? {} : { href: link.href }),
      ...(alt === null || alt === undefined || alt === '' ? {} : { alt: cut(alt) }),
      inHeader,
      leadsHome,
      saysLogo,
      top: rect.top + window.scrollY,
      width: rect.width,
      height: rect.height,
    });
  };

  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT);
  let seen = 0;
  for (let node = walker.nextNode(); node !== null && seen < MAX_ELEMENTS; node = walker.nextNode()) {
    const element = node as Element;
    const tag = element.localName;
    if (/^(?:script|style|noscript|template|br|path|g|defs|use|option)$/.test(tag)) continue;
    const rect = element.getBoundingClientRect();
    if (rect.width < 1 || rect.height < 1) continue;
    const style = styleOf(element);
    if (style.visibility !== 'visible' || style.opacity === '0') continue;
    seen += 1;
    const area = Math.min(rect.width, window.innerWidth) * Math.min(rect.height, 20_000);
    const background = hexOf(style.backgroundColor);
    add(sums.backgrounds, background, area);

    let chars = 0;
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) chars += (child.nodeValue ?? '').trim().length;
    }
    chars = Math.min(chars, 100_000);
    const isHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
    const isCode = element.closest('pre, code, kbd, samp') !== null;
    const isButton =
      tag === 'button' ||
      element.getAttribute('role') === 'button' ||
      (tag === 'input' && /^(?:submit|button)$/.test(element.getAttribute('type') ?? '')) ||
      (tag === 'a' &&
        (/(?:^|[\s_-])(?:btn|button|cta)(?:$|[\s_-])/i.test(element.getAttribute('class') ?? '') ||
          (background !== undefined &&
            background !== ground &&
            (pixels(style.paddingLeft) ?? 0) >= 8 &&
            rect.height < 90)));
    if (chars > 0) {
      const color = hexOf(style.color);
      const isLink = element.closest('a[href]') !== null;
      if (isLink && !isButton && element.closest('button, header, nav, footer') === null) add(sums.links, color, chars);
      else if (!isButton) add(sums.texts, color, chars);
      add(sums.fonts, `${isCode ? 'code' : isHeading ? 'heading' : 'body'} ${cut(style.fontFamily)}`, chars);
      add(sums.weights, Number(style.fontWeight) || 400, chars);
      const size = pixels(style.fontSize) ?? 0;
      const heading = /^h[123]$/.exec(tag)?.[0];
      const role = heading ?? (tag === 'small' ? 'small' : isHeading || isCode || isLink ? undefined : 'body');
      add(sums.sizes, role === undefined ? undefined : `${role} ${size}`, chars);
      const lineHeight = pixels(style.lineHeight);
      if (lineHeight !== undefined && size > 0 && !isCode) {
        add(
          sums.lineHeights,
          `${isHeading ? 'heading' : 'body'} ${Math.round((100 * lineHeight) / size) / 100}`,
          chars,
        );
      }
    }
    for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
      add(sums.paddings, pixels(style[`padding${side}`]) || undefined, 1);
      add(sums.margins, pixels(style[`margin${side}`]) || undefined, 1);
    }
    add(sums.gaps, pixels(style.columnGap) || undefined, 1);
    add(sums.radii, pixels(style.borderTopLeftRadius) || undefined, isButton || tag === 'input' ? 3 : 1);
    const duration = style.transitionDuration.split(',')[0] ?? '0s';
    if (Number.parseFloat(duration) > 0) {
      add(sums.transitions, `${duration} ${cut(style.transitionTimingFunction.split(/,(?![^(]*\))/)[0] ?? '')}`, 1);
    }
    const widest = pixels(style.maxWidth);
    if (widest !== undefined && widest >= 480 && widest <= 2_400 && rect.height > 100) add(sums.widths, widest, area);
    if (style.display === 'grid') {
      add(sums.columns, style.gridTemplateColumns.split(' ').filter((track) => track !== '0px').length, area);
    }
    if (isButton && rect.height < 160 && rect.width < 700 && sample.buttons.length < 60) {
      sample.buttons.push({ ...boxOf(style), area: rect.width * rect.height, top: rect.top + window.scrollY });
    }
    const isField =
      tag === 'textarea' ||
      (tag === 'input' && /^(?:|text|email|search|url|tel|password|number)$/.test(element.getAttribute('type') ?? ''));
    if (isField && sample.inputs.length < 20) {
      const rule = focusRules.findLast(({ selector }) => {
        try {
          return selector.split(',').some((part) => element.matches(part.trim() || '*'));
        } catch {
          return false;
        }
      });
      const focusBorder = rule === undefined ? undefined : hexOf(rule.color);
      sample.inputs.push({ ...boxOf(style), ...(focusBorder === undefined ? {} : { focusBorder }) });
    }
    if (tag === 'svg' && rect.width <= 48 && rect.height <= 48) {
      const shape = element.querySelector('path, circle, rect, line, polyline, polygon') ?? element;
      const shapeStyle = styleOf(shape);
      const isOutlined = shapeStyle.fill === 'none' && shapeStyle.stroke !== 'none';
      sample.icons[isOutlined ? 'outlined' : 'filled'] += 1;
      add(sums.iconColors, hexOf(isOutlined ? shapeStyle.stroke : shapeStyle.fill), 1);
    }
    readLogo(element, tag, style, rect);
  }

  const largestOf = (values: Map<string, number>, name: string): number | undefined => {
    const [first] = most(values, 60).filter(([key]) => key.startsWith(`${name} `));
    return first === undefined ? undefined : Number(first[0].slice(name.length + 1));
  };
  sample.backgrounds = [
    { color: ground, area: pageArea },
    ...most(sums.backgrounds, 59).map(([color, area]) => ({ color, area })),
  ];
  sample.texts = most(sums.texts, 60).map(([color, chars]) => ({ color, chars }));
  sample.links = most(sums.links, 60).map(([color, chars]) => ({ color, chars }));
  sample.fonts = most(sums.fonts, 60).map(([key, chars]) => {
    const at = key.indexOf(' ');
    return { role: key.slice(0, at) as 'heading' | 'body' | 'code', stack: key.slice(at + 1), chars };
  });
  for (const name of ['h1', 'h2', 'h3', 'body', 'small'] as const) {
    const size = largestOf(sums.sizes, name);
    if (size !== undefined) sample.sizes[name] = size;
  }
  for (const name of ['heading', 'body'] as const) {
    const height = largestOf(sums.lineHeights, name);
    if (height !== undefined) sample.lineHeights[name] = height;
  }
  sample.weights = most(sums.weights, 20).map(([weight, chars]) => ({ weight, chars }));
  for (const name of ['paddings', 'margins', 'gaps', 'radii'] as const) {
    sample[name] = most(sums[name], 100).map(([px, count]) => ({ px, count }));
  }
  sample.transitions = most(sums.transitions, 30).map(([key, count]) => {
    const at = key.indexOf(' ');
    return { duration: key.slice(0, at), easing: key.slice(at + 1), count };
  });
  const iconColor = most(sums.iconColors, 1)[0]?.[0];
  if (iconColor !== undefined) sample.icons.color = iconColor;
  const [width] = most(sums.widths, 1);
  const [columns] = most(sums.columns, 1);
  const headerHeight = header?.getBoundingClientRect().height;
  const footerHeight = footer?.getBoundingClientRect().height;
  sample.layout = {
    ...(headerHeight ? { headerHeight } : {}),
    ...(footerHeight ? { footerHeight } : {}),
    ...(width === undefined ? {} : { maxWidth: width[0] }),
    ...(columns === undefined ? {} : { columns: Math.min(columns[0], 100) }),
  };
  return sample;
}
