import { charsIn, type PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import type { FeatureGroup } from './feature-group';

/** Blocks on either side whose text and links are aggregated. */
const TEXT_REACH = 3;
const LINK_REACHES = [3, 8, 20];

/** Position of a block on the page, and its surroundings. */
export const placeFeatures: FeatureGroup = {
  names: [
    ...['place', 'blocksBehind', 'fromTitle', 'runningBefore', 'runningAfter', 'runningSinceTitle'],
    ...[`running±${TEXT_REACH}`, ...LINK_REACHES.map((reach) => `linkShare±${reach}`)],
    ...['hopsToTitle', 'titleShareOfPage', 'titleBlocks', 'bodyHops', 'bodyShareOfPage', 'placeInBody'],
  ],
  open(page) {
    const { blocks, elements, sums, title, totalRunning, totalChars } = page;
    const count = blocks.length;
    const titleElement = blocks[title]?.element;
    const withTitle = meetingsWith(page, titleElement);
    const withBody = meetingsWith(page, page.body);
    const running = (from: number, to: number): number => (sums.running[to] as number) - (sums.running[from] as number);
    const depthOf = (element: number): number => elements.depth[element] as number;
    const sizeOf = (element: number): number => (elements.end[element] as number) - (elements.first[element] as number);
    const shareOf = (element: number): number => charsIn(page, element) / totalChars;
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      row.put(index / count);
      row.put(Math.min(200, count - index));
      row.put(title === -1 ? 0 : Math.max(-60, Math.min(200, index - title)));
      row.put(running(0, index) / totalRunning);
      row.put(running(index + 1, count) / totalRunning);
      // Negative before the title.
      row.put(title === -1 ? -1 : running(title, index));
      const from = Math.max(0, index - TEXT_REACH);
      const to = Math.min(count, index + TEXT_REACH + 1);
      row.put(running(from, to) / (to - from));
      for (const reach of LINK_REACHES) row.put(linkShareWithin(page, index - reach, index + reach + 1));
      const titleMeeting = withTitle[element] as number;
      row.put(titleElement === undefined ? -1 : depthOf(titleElement) - depthOf(titleMeeting));
      row.put(titleElement === undefined ? -1 : shareOf(titleMeeting));
      row.put(titleElement === undefined ? -1 : sizeOf(titleMeeting));
      const bodyMeeting = withBody[element] as number;
      row.put(depthOf(element) - depthOf(bodyMeeting));
      row.put(shareOf(bodyMeeting));
      row.put((index - (elements.first[page.body] as number)) / (sizeOf(page.body) || 1));
    };
  },
};

function linkShareWithin({ blocks, sums }: PageView, from: number, to: number): number {
  const start = Math.max(0, from);
  const end = Math.min(blocks.length, to);
  const chars = (sums.chars[end] as number) - (sums.chars[start] as number) || 1;
  return ((sums.linked[end] as number) - (sums.linked[start] as number)) / chars;
}

/** By element: lowest common ancestor with `other`. */
function meetingsWith({ elements }: PageView, other = 0): Int32Array {
  const around = new Set<number>();
  for (let element = other; element !== -1; element = elements.parent[element] as number) around.add(element);
  const meetings = new Int32Array(elements.node.length);
  for (let element = 0; element < meetings.length; element++) {
    meetings[element] = around.has(element) ? element : (meetings[elements.parent[element] as number] as number);
  }
  return meetings;
}
