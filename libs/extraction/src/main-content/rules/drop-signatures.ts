import type { PageView } from '../page-view';
import { blocksCalled } from './blocks-called';
import { dropInside } from './drop-inside';

/** Below a post. A `post-signature` names who wrote it and when, a `method-signature` is code. */
const SIGNATURE = /(?:^|[\s_]|message-|user-|post)signature(?:s|container)?(?:$|\s)/i;
/** Share of what is kept. */
const MOST = 0.5;

/** Takes out what members of a forum have below each of their posts. `kept`, by block: 1 stays. */
export function dropSignatures(page: PageView, kept: Uint8Array): void {
  const { blocks, elements, headings } = page;
  const isText = (element: number): boolean => {
    const [from, to] = [elements.first[element] as number, elements.end[element] as number];
    return !blocks.slice(from, to).some(({ isPre }, at) => isPre || headings[from + at] !== 0);
  };
  const inside = blocksCalled(page, kept, 'ignature', SIGNATURE, isText);
  if (inside.includes(1)) dropInside(blocks, inside, kept, MOST);
}
