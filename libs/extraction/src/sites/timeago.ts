import { type LightElement, LightText } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';

/** The class of the timeago script. */
const HAS_CLASS = /(?:^|\s)timeago(?:\s|$)/;
const HIDDEN = /(?:^|\s)hidden(?:\s|$)/;
/** Day, minute and offset. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)[\d:.]{0,9}(Z|[+-]\d\d:?\d\d)?)?$/;
const MAX_ATTRIBUTE = 400;

/** Fills empty links and times that a script would fill with `2 days ago` with their date. */
export function showRelativeTimes(root: LightElement): void {
  for (const element of elementsNamed(root, 'a', 'abbr', 'time')) {
    if (element.firstChild !== null) continue;
    const names = (element.getAttribute('class') ?? '').slice(0, MAX_ATTRIBUTE);
    if (!HAS_CLASS.test(names) || HIDDEN.test(names)) continue;
    const written = element.getAttribute('datetime') ?? element.getAttribute('title') ?? '';
    const [, day, minute, offset] = DATE.exec(written.trim()) ?? [];
    if (day === undefined) continue;
    const parts = [day, minute, offset === 'Z' ? 'UTC' : offset];
    element.appendChild(new LightText(parts.filter((part) => part !== undefined).join(' ')));
  }
}
