import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';

/** Blocks on either side. */
const WINDOWS = [3, 8, 20];
/** Words of a block that is taken for a paragraph. */
const PARAGRAPH = 15;
const PARAGRAPH_LINK_SHARE = 0.4;
/** Blocks; as good as nowhere. */
const FAR = 50;

/** Where on the page a block stands, and what stands around it. */
export const placeFeatures: FeatureGroup = {
  names: [
    ...['place', 'placeInText', 'blocksBehind', 'fromTitle', 'runningBefore', 'runningAfter', 'runningLeft'],
    ...['runningSinceTitle', 'toParagraphAfter', 'toParagraphBefore', 'chars-1', 'chars+1', 'heading-1', 'heading+1'],
    ...WINDOWS.flatMap((reach) => [`running±${reach}`, `linkShare±${reach}`]),
    ...['titleHops', 'hopsToTitle', 'titleShareOfPage', 'titleBlocks', 'bodyHops', 'bodyShareOfPage', 'placeInBody'],
  ],
  open(page) {
    const { blocks, elements, headings, sums, title, totalRunning, totalChars } = page;
    const count = blocks.length;
    const before = stepsToParagraph(blocks, 1);
    const after = stepsToParagraph(blocks, -1);
    const titleElement = blocks[title]?.element;
    const withTitle = meetingsWith(page, titleElement);
    const withBody = meetingsWith(page, page.body);
    const running = (from: number, to: number): number => (sums.running[to] as number) - (sums.running[from] as number);
    const depthOf = (element: number): number => elements.depth[element] as number;
    const sizeOf = (element: number): number => (elements.end[element] as number) - (elements.first[element] as number);
    const shareOf = (element: number): number => charsWithin(page, element) / totalChars;
    return (index, row) => {
      const { element } = blocks[index] as TextBlock;
      row.put(index / count);
      row.put((sums.chars[index] as number) / totalChars);
      row.put(Math.min(200, count - index));
      row.put(title === -1 ? 0 : Math.max(-60, Math.min(200, index - title)));
      row.put(running(0, index) / totalRunning);
      row.put(running(index + 1, count) / totalRunning);
      row.put(log(running(index, count)));
      row.put(title === -1 ? -1 : index < title ? -log(running(index, title)) : log(running(title, index)));
      row.put(after[index] as number);
      row.put(before[index] as number);
      row.put(index === 0 ? -1 : log((blocks[index - 1] as TextBlock).chars));
      row.put(index === count - 1 ? -1 : log((blocks[index + 1] as TextBlock).chars));
      row.put(headings[index - 1] ?? 0);
      row.put(headings[index + 1] ?? 0);
      for (const reach of WINDOWS) {
        const from = Math.max(0, index - reach);
        const to = Math.min(count, index + reach + 1);
        row.put(log(running(from, to) / (to - from)));
        const chars = (sums.chars[to] as number) - (sums.chars[from] as number) || 1;
        row.put(((sums.linked[to] as number) - (sums.linked[from] as number)) / chars);
      }
      const titleMeeting = withTitle[element] as number;
      row.put(titleElement === undefined ? -1 : depthOf(element) - depthOf(titleMeeting));
      row.put(titleElement === undefined ? -1 : depthOf(titleElement) - depthOf(titleMeeting));
      row.put(titleElement === undefined ? -1 : shareOf(titleMeeting));
      row.put(titleElement === undefined ? -1 : log(sizeOf(titleMeeting)));
      const bodyMeeting = withBody[element] as number;
      row.put(depthOf(element) - depthOf(bodyMeeting));
      row.put(shareOf(bodyMeeting));
      row.put((index - (elements.first[page.body] as number)) / (sizeOf(page.body) || 1));
    };
  },
};

function charsWithin({ sums, elements }: PageView, element: number): number {
  return (
    (sums.chars[elements.end[element] as number] as number) - (sums.chars[elements.first[element] as number] as number)
  );
}

/** By element: the innermost element that holds both it and `other`. */
function meetingsWith({ elements }: PageView, other = 0): Int32Array {
  const around = new Set<number>();
  for (let element = other; element !== -1; element = elements.parent[element] as number) around.add(element);
  const meetings = new Int32Array(elements.node.length);
  for (let element = 0; element < meetings.length; element++) {
    meetings[element] = around.has(element) ? element : (meetings[elements.parent[element] as number] as number);
  }
  return meetings;
}

/** Blocks from each one back (1) or forward (-1) to the nearest paragraph. */
function stepsToParagraph(blocks: TextBlock[], direction: 1 | -1): Uint8Array {
  const steps = new Uint8Array(blocks.length);
  let since = FAR;
  for (let step = 0; step < blocks.length; step++) {
    const index = direction === 1 ? step : blocks.length - 1 - step;
    const block = blocks[index] as TextBlock;
    since = block.words >= PARAGRAPH && block.linkShare < PARAGRAPH_LINK_SHARE ? 0 : Math.min(FAR, since + 1);
    steps[index] = since;
  }
  return steps;
}
