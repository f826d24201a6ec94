import { type LightElement, LightText } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

/** The class by which a script in wide use finds elements that are to say how long ago something was. */
const CLASS = 'timeago';
const HAS_CLASS = /(?:^|\s)timeago(?:\s|$)/;
const HIDDEN = /(?:^|\s)hidden(?:\s|$)/;
/** Day, minute and offset; seconds are beside the point. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)[\d:.]{0,9}(Z|[+-]\d\d:?\d\d)?)?$/;
/** Characters of an attribute that are looked at. */
const MAX_ATTRIBUTE = 400;

/** Writes into elements that are empty until a script says `2 days ago` in them the date that they name. `source`: the page's text. */
export function showRelativeTimes(root: LightElement, source: string): void {
  if (!source.includes(CLASS)) return;
  for (const element of elementsOf(root)) {
    const { class: classes = '', title, datetime } = element.attributes;
    const names = classes.slice(0, MAX_ATTRIBUTE);
    if (element.firstChild !== null || !HAS_CLASS.test(names) || HIDDEN.test(names)) continue;
    const [, day, minute, offset] = DATE.exec((datetime ?? title ?? '').trim()) ?? [];
    if (day === undefined) continue;
    const parts = [day, minute, offset === 'Z' ? 'UTC' : offset];
    element.appendChild(new LightText(parts.filter((part) => part !== undefined).join(' ')));
  }
}
