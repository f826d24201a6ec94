import type { LogoCandidate } from '@orbweaver/extraction';

export interface LogoLimits {
  maxLogos: number;
  maxSvgChars: number;
  maxElements: number;
}

/**
 * Finds logo candidates at the top of the page. Runs in the isolated world of a page, so it must be self-contained, and
 * calls the prototypes' methods, because named form controls shadow an element's own.
 */
export function sampleLogos({ maxLogos, maxSvgChars, maxElements }: LogoLimits): LogoCandidate[] {
  const TOP_PX = 260;
  const find = (selector: string): Element[] => [...Document.prototype.querySelectorAll.call(document, selector)];
  const attribute = (element: Element, name: string): string =>
    Element.prototype.getAttribute.call(element, name) ?? '';
  const around = (element: Element, selector: string): Element | null =>
    Element.prototype.closest.call(element, selector);
  const rectOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  const base = Object.getOwnPropertyDescriptor(Node.prototype, 'baseURI')!.get!.call(document) as string;
  const absolute = (address: string): string | undefined =>
    address !== '' && URL.canParse(address, base) ? new URL(address, base).href : undefined;

  /** The page's styles do not apply to a standalone image, so those that make it visible are inlined. */
  const textOfSvg = (svg: Element): string | undefined => {
    if (svg.getElementsByTagName('*').length > 500) return undefined;
    const copy = svg.cloneNode(true) as Element;
    const own = [svg, ...svg.getElementsByTagName('*')];
    const copies = [copy, ...copy.getElementsByTagName('*')];
    const { width, height } = rectOf(svg);
    for (const [index, each] of copies.entries()) {
      const { fill, stroke, display } = getComputedStyle(own[index]!);
      if (display === 'none' && each.closest('defs, symbol') === null) each.setAttribute('display', 'none');
      if (!/^url\(/.test(fill)) each.setAttribute('fill', fill);
      if (stroke !== 'none' && !/^url\(/.test(stroke)) each.setAttribute('stroke', stroke);
    }
    for (const use of copy.querySelectorAll('use')) {
      const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').replace(/^#/, '');
      const shape = id === '' ? null : Document.prototype.getElementById.call(document, id);
      if (shape === null || !(shape instanceof SVGElement)) return undefined; // a sprite in another file
      if (!svg.contains(shape)) copy.prepend(shape.cloneNode(true));
    }
    for (const active of copy.querySelectorAll('script, foreignObject, iframe, animate, set')) active.remove();
    for (const each of [copy, ...copy.querySelectorAll('*')]) {
      for (const { name } of [...each.attributes]) {
        if (/^on|^class$|^style$|^data-|^aria-/i.test(name)) each.removeAttribute(name);
      }
    }
    copy.setAttribute('width', String(Math.round(width)));
    copy.setAttribute('height', String(Math.round(height)));
    const text = new XMLSerializer().serializeToString(copy);
    return text.length > maxSvgChars ? undefined : text;
  };

  const isHome = (href: string): boolean => {
    const { origin, pathname, search } = new URL(href);
    return (
      origin === location.origin && search === '' && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(pathname)
    );
  };
  const header = 'header, nav, [role=banner], [class*=header i], [class*=navbar i], [id*=header i]';
  const found: LogoCandidate[] = [];
  const selector = `img, svg, [class*=logo i], [id*=logo i], [class*=brand i], :is(${header}) a`;
  for (const element of find(selector).slice(0, maxElements)) {
    if (found.length >= maxLogos) break;
    const { width, height, top } = rectOf(element);
    const fromTop = top + window.scrollY;
    if (width < 8 || height < 8 || width > 800 || height > 400 || fromTop > TOP_PX) continue;
    if (!Element.prototype.checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true })) continue;
    if (element instanceof SVGElement && element.localName !== 'svg') continue;
    const link = around(element, 'a[href]');
    const href = link === null ? undefined : absolute(attribute(link, 'href'));
    const isImg = element instanceof HTMLImageElement;
    const isSvg = element instanceof SVGSVGElement;
    const [, painted] =
      isImg || isSvg ? [] : (/url\("([^"]+)"\)/.exec(getComputedStyle(element).backgroundImage) ?? []);
    const src = isImg ? absolute(element.currentSrc || attribute(element, 'src')) : painted;
    const svg = isSvg ? textOfSvg(element) : undefined;
    if (src === undefined && svg === undefined) continue;
    const title = isSvg ? (element.querySelector('title')?.textContent ?? '') : '';
    const words = [
      attribute(element, 'alt'),
      attribute(element, 'aria-label'),
      title,
      link === null ? '' : attribute(link, 'aria-label'),
      link === null ? '' : attribute(link, 'title'),
    ];
    const alt = words.map((each) => each.trim()).find((each) => each !== '');
    const holder = around(element, '[class*=logo i], [id*=logo i], [class*=brand i]');
    const calls = `${alt ?? ''} ${isImg && !src!.startsWith('data:') ? new URL(src!).pathname : ''}`;
    found.push({
      kind: isImg ? 'img' : isSvg ? 'svg' : 'background',
      ...(src !== undefined && { src }),
      ...(svg !== undefined && { svg }),
      ...(alt !== undefined && { alt: alt.slice(0, 200) }),
      ...(href !== undefined && { href }),
      linksHome: href !== undefined && /^https?:/.test(href) && isHome(href),
      isNamedLogo: /\blogo|logo\b/i.test(calls) || (holder !== null && rectOf(holder).height < 400),
      inHeader: around(element, header) !== null,
      top: fromTop,
      area: width * height,
    });
  }
  return found;
}
