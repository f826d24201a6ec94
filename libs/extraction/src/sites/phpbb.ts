import type { LightElement } from '../tree/light-node';
import { classesOf } from '../tree/walk';

/** Whether a link selects the code block below it: `<div class="codebox"><p>Code: <a href="#">Select all</a></p><pre>`. */
export function isPhpbbSelectLink(link: LightElement): boolean {
  if (link.getAttribute('href')?.endsWith('#') !== true) return false;
  const box = link.parentNode?.parentNode;
  return box != null && /(?:^|\s)codebox(?:\s|$)/.test(classesOf(box));
}
