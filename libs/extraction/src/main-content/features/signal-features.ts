import type { PageView } from '../page-view';
import { HEADING_SIGNALS } from '../signals/heading-signals';
import { LINE_SIGNALS } from '../signals/line-signals';
import type { FeatureGroup } from './feature-group';

const MAX_DISTANCE = 200;

/** Blocks since the last heading with each signal, and the signals of the text of a block. */
export const signalFeatures: FeatureGroup = {
  names: [...HEADING_SIGNALS.map(({ id }) => `heading:${id}`), ...LINE_SIGNALS.map(({ id }) => `line:${id}`)],
  open(page) {
    const since = sinceHeadings(page);
    return (index, row) => {
      const first = index * HEADING_SIGNALS.length;
      for (let at = first; at < first + HEADING_SIGNALS.length; at++) row.put(since[at] as number);
      const lines = page.signals.lines[index] as number;
      for (let signal = 0; signal < LINE_SIGNALS.length; signal++) row.put((lines >> signal) & 1);
    };
  },
};

/** By block and heading signal: blocks since the heading, -1 without one or after the end of its section. */
function sinceHeadings({ blocks, headings, signals }: PageView): Int16Array {
  const width = HEADING_SIGNALS.length;
  const since = new Int16Array(blocks.length * width).fill(-1);
  const starts = new Int32Array(width).fill(-1);
  const levels = new Uint8Array(width);
  for (let index = 0; index < blocks.length; index++) {
    const level = headings[index] as number;
    const found = signals.headings[index] as number;
    for (let signal = 0; signal < width; signal++) {
      if (level !== 0 && level <= (levels[signal] as number)) starts[signal] = -1;
      if ((found >> signal) & 1) {
        starts[signal] = index;
        // Labels that are no headings end at the next heading.
        levels[signal] = level || 6;
      }
      const start = starts[signal] as number;
      if (start !== -1) since[index * width + signal] = Math.min(MAX_DISTANCE, index - start);
    }
  }
  return since;
}
