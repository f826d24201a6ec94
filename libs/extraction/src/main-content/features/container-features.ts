import { addUpwards, charsIn, isRunningText, linkedIn, type PageView, runningIn } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { openElementsAround } from './elements-around';
import type { FeatureGroup } from './feature-group';

/** Ancestors of a block, counted from the innermost element. */
const RUNNING_LEVELS = [0, 1, 2, 3, 5];
const SHARE_LEVELS = [0, 1, 2, 3];
const OUTER_LEVELS = [3, 5];
const OUTERMOST = Math.max(...RUNNING_LEVELS);
/** Controls of an element that is a form. */
const FORM = 3;
/** Value for ancestors above the root. */
const NOWHERE = -1;

/** Contents of the elements around a block. */
export const containerFeatures: FeatureGroup = {
  names: [
    ...RUNNING_LEVELS.map((level) => `running^${level}`),
    ...SHARE_LEVELS.map((level) => `share^${level}`),
    ...OUTER_LEVELS.flatMap((level) => [`linkShare^${level}`, `blocks^${level}`]),
    ...['inBest', 'toBest', 'bestShare', 'besideBest', 'inBody', 'formAround'],
  ],
  open(page) {
    const { elements, totalRunning, body } = page;
    const best = findBest(page);
    const forms = formsAround(page);
    const isIn = (index: number, element: number): boolean =>
      index >= (elements.first[element] as number) && index < (elements.end[element] as number);
    const bestFirst = elements.first[best] as number;
    const bestEnd = elements.end[best] as number;
    const bestShare = runningIn(page, best) / totalRunning;
    const elementsAround = openElementsAround(elements, OUTERMOST);
    return (index, row) => {
      const innermost = (page.blocks[index] as TextBlock).element;
      const around = elementsAround(innermost);
      for (const level of RUNNING_LEVELS) {
        const outer = around[level] as number;
        row.put(outer === -1 ? NOWHERE : runningIn(page, outer));
      }
      for (const level of SHARE_LEVELS) {
        const outer = around[level] as number;
        row.put(outer === -1 ? NOWHERE : runningIn(page, outer) / totalRunning);
      }
      for (const level of OUTER_LEVELS) {
        const outer = around[level] as number;
        row.put(outer === -1 ? NOWHERE : linkedIn(page, outer) / (charsIn(page, outer) || 1));
        row.put(outer === -1 ? NOWHERE : (elements.end[outer] as number) - (elements.first[outer] as number));
      }
      const inBest = isIn(index, best);
      const isBefore = index < bestFirst;
      row.put(Number(inBest));
      row.put(inBest ? 0 : Math.min(100, isBefore ? bestFirst - index : index - bestEnd + 1));
      row.put(bestShare);
      row.put(inBest ? 0 : isBefore ? -1 : 1);
      row.put(Number(isIn(index, body)));
      row.put(forms[innermost] as number);
    };
  },
};

/** The element with the best score in the manner of Readability. */
function findBest(page: PageView): number {
  const votes = countVotes(page);
  let best = 0;
  let bestScore = -1;
  for (let element = 0; element < votes.length; element++) {
    const chars = charsIn(page, element);
    const score = (votes[element] as number) * (1 - (chars === 0 ? 0 : linkedIn(page, element) / chars));
    if (score <= bestScore) continue;
    bestScore = score;
    best = element;
  }
  return best;
}

/** By element: number of controls in the innermost form around it. */
function formsAround(page: PageView): Float32Array {
  const { elements } = page;
  const controls = addUpwards(page, elements.controls);
  const forms = new Float32Array(controls.length);
  for (let element = 0; element < forms.length; element++) {
    const count = controls[element] as number;
    const outer = elements.parent[element] as number;
    forms[element] = count >= FORM ? count : outer === -1 ? 0 : (forms[outer] as number);
  }
  return forms;
}

/** Each paragraph votes for its ancestors: the parent gets the full vote, outer ones less. */
function countVotes({ blocks, elements }: PageView): Float64Array {
  const votes = new Float64Array(elements.node.length);
  const add = (element: number, vote: number): void => {
    if (element >= 0) votes[element] = (votes[element] as number) + vote;
  };
  const outerOf = (element: number): number => (element === -1 ? -1 : (elements.parent[element] as number));
  for (const block of blocks) {
    if (!isRunningText(block)) continue;
    const vote = (1 + block.punctuation + Math.min(3, block.chars / 100)) * (1 - block.linkShare);
    const outer = outerOf(block.element);
    const container = outer === -1 ? block.element : outer;
    add(container, vote);
    add(outerOf(container), vote / 2);
    add(outerOf(outerOf(container)), vote / 4);
    if (container !== block.element) add(block.element, vote / 2);
  }
  return votes;
}
