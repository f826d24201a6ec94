import { addUpwards, charsIn, isRunningText, linkedIn, type PageView, runningIn } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { type FeatureGroup, log } from './feature-group';

/** Elements from the innermost outwards: their share of the page, and the place of the block in them. */
const LEVELS = [0, 1, 2, 3, 5];
const OUTERMOST = Math.max(...LEVELS);
const FIGURES_A_LEVEL = 6;
/** Controls that make a form of what they stand in. */
const FORM = 3;

/** What the elements around a block hold. */
export const containerFeatures: FeatureGroup = {
  names: [
    ...LEVELS.flatMap((level) => [
      ...[`running^${level}`, `linkShare^${level}`, `share^${level}`],
      ...[`blocks^${level}`, `charsABlock^${level}`, `place^${level}`],
    ]),
    ...['inBest', 'inAroundBest', 'toBest', 'bestShare', 'besideBest', 'inBody'],
    ...['runningBeforeIn', 'runningAfterIn', 'siblings', 'parentSiblings', 'formAround'],
  ],
  open(page) {
    const { elements, sums, totalRunning, body } = page;
    const best = findBest(page);
    const aroundBest = elements.parent[best] === -1 ? best : (elements.parent[best] as number);
    const forms = formsAround(page);
    const isIn = (index: number, element: number): boolean =>
      index >= (elements.first[element] as number) && index < (elements.end[element] as number);
    const bestFirst = elements.first[best] as number;
    const bestEnd = elements.end[best] as number;
    const bestShare = runningIn(page, best) / totalRunning;
    return (index, row) => {
      const innermost = (page.blocks[index] as TextBlock).element;
      let element = innermost;
      for (let level = 0; level <= OUTERMOST; level++) {
        if (LEVELS.includes(level)) {
          if (element === -1) for (let figure = 0; figure < FIGURES_A_LEVEL; figure++) row.put(-1);
          else {
            const first = elements.first[element] as number;
            const size = (elements.end[element] as number) - first || 1;
            const chars = charsIn(page, element) || 1;
            const running = runningIn(page, element);
            row.put(log(running));
            row.put(linkedIn(page, element) / chars);
            row.put(running / totalRunning);
            row.put(log(size));
            row.put(log(chars / size));
            row.put((index - first) / size);
          }
        }
        if (element !== -1 && level < OUTERMOST) element = elements.parent[element] as number;
      }
      const outer = element === -1 ? 0 : element;
      const inBest = isIn(index, best);
      const isBefore = index < bestFirst;
      row.put(Number(inBest));
      row.put(Number(isIn(index, aroundBest)));
      row.put(inBest ? 0 : Math.min(100, isBefore ? bestFirst - index : index - bestEnd + 1));
      row.put(bestShare);
      row.put(inBest ? 0 : isBefore ? -1 : 1);
      row.put(Number(isIn(index, body)));
      row.put(log((sums.running[index] as number) - (sums.running[elements.first[outer] as number] as number)));
      row.put(log((sums.running[elements.end[outer] as number] as number) - (sums.running[index + 1] as number)));
      const parent = elements.parent[innermost] as number;
      const grandparent = parent === -1 ? -1 : (elements.parent[parent] as number);
      row.put(parent === -1 ? 0 : Math.min(200, elements.childCount[parent] as number));
      row.put(grandparent === -1 ? 0 : Math.min(200, elements.childCount[grandparent] as number));
      row.put(forms[innermost] as number);
    };
  },
};

/** The element whose paragraphs speak most for it, as Readability counts. */
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

/** By element: how many controls the innermost element around it holds that has enough of them to be a form. */
function formsAround(page: PageView): Float32Array {
  const { elements } = page;
  const controls = addUpwards(page, elements.controls);
  const forms = new Float32Array(controls.length);
  for (let element = 0; element < forms.length; element++) {
    const count = controls[element] as number;
    const outer = elements.parent[element] as number;
    forms[element] = count >= FORM ? log(count) : outer === -1 ? 0 : (forms[outer] as number);
  }
  return forms;
}

/** Each paragraph votes for the elements around it: fully for its parent's, less and less for those further out. */
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
