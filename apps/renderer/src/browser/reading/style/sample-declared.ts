import type { StyleSample } from '@orbweaver/extraction';
import type { StyleLimits, StyleWorld } from './style-tools';

/** The part of a sample that the page declares, by variables, classes and landmarks. */
export type Declared = Pick<
  StyleSample,
  'darkCanvas' | 'variables' | 'states' | 'header' | 'footerHeight' | 'loadedFonts'
>;

/** Runs in the isolated world of a page after installStyleTools, so it must be self-contained. */
export function sampleDeclared(limits: StyleLimits): Declared {
  const { root, darkCanvas, hexOf, px, find, rectOf, getter } = (globalThis as StyleWorld).styleTools!;
  const rootStyle = getComputedStyle(root);
  const variables: StyleSample['variables'] = [];
  let looked = 0;
  for (const [property] of root.computedStyleMap()) {
    if (!property.startsWith('--')) continue;
    looked += 1;
    if (looked > limits.maxVariables || variables.length >= limits.maxEntries) break;
    const value = rootStyle.getPropertyValue(property).trim();
    if (value.length > 100 || property.length > 100) continue;
    // Utility frameworks store the components of a colour, to add opacity on use.
    const parts = /^\d+(?:\.\d+)?(?:deg)?[\s,]+\d+(?:\.\d+)?%[\s,]+\d+(?:\.\d+)?%$/.test(value)
      ? `hsl(${value})`
      : /^\d{1,3}(?:\s*,\s*|\s+)\d{1,3}(?:\s*,\s*|\s+)\d{1,3}$/.test(value)
        ? `rgb(${value})`
        : value;
    const color = hexOf(parts);
    if (color !== undefined) variables.push({ name: property.slice(2), color });
  }

  const states: StyleSample['states'] = [];
  const stateClasses = {
    success: ['success', 'positive'],
    warning: ['warning', 'warn'],
    error: ['error', 'danger', 'negative'],
  };
  for (const [state, names] of Object.entries(stateClasses)) {
    const selector = names.map((name) => `[class~="${name}" i], [class*="-${name}" i], [class*="_${name}" i]`).join();
    for (const element of find(selector).slice(0, 5)) {
      const style = getComputedStyle(element);
      const ways = [style.backgroundColor, px(style.borderTopWidth) > 0 ? style.borderTopColor : '', style.color];
      for (const color of ways.map(hexOf)) {
        if (color !== undefined) states.push({ state: state as 'success' | 'warning' | 'error', color });
      }
    }
  }

  const heightOf = (selector: string): { element: Element; height: number } | undefined => {
    const element = find(selector).find((each) => rectOf(each).height > 0);
    return element && { element, height: Math.round(rectOf(element).height) };
  };
  const header = heightOf(
    'body > header, [role=banner], header, body > nav, [class*=navbar i], [id=header i], body > [class~=header i]',
  );
  const footer = heightOf('body > footer, [role=contentinfo], footer, [id=footer i]');
  const headerColor = header && hexOf(getComputedStyle(header.element).backgroundColor);
  const loaded: string[] = [];
  for (const face of getter<FontFaceSet>(Document.prototype, 'fonts')(document)) {
    if (face.status === 'loaded' && loaded.length < limits.maxEntries) loaded.push(face.family.slice(0, 200));
  }

  return {
    darkCanvas,
    variables,
    states,
    loadedFonts: [...new Set(loaded)],
    ...(header && { header: { height: header.height, ...(headerColor !== undefined && { background: headerColor }) } }),
    ...(footer && { footerHeight: footer.height }),
  };
}
