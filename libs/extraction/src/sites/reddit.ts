import type { LightElement } from '../tree/light-node';
import { classesOf } from '../tree/walk';

/** Whether a link collapses a comment on old.reddit.com: `<a href="javascript:void(0)" class="expand">[–]</a>`. */
export function isRedditFold(link: LightElement): boolean {
  if (!/^javascript:/i.test(link.getAttribute('href') ?? '')) return false;
  return /(?:^|\s)expand(?:\s|$)/.test(classesOf(link));
}
