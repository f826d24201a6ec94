import { cutIntoBlocks } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

/**
 * Removes paragraphs from an opened article until it is as short as agency news, with more teasers than text. Few articles
 * of the development set are so short, and most news elsewhere is. Returns the remaining blocks with their labels;
 * undefined if nothing could be removed. `turn` decides how many of the first paragraphs are kept.
 */
export function shortenArticle({ page, root, labels, words, turn }) {
  const { fewest, most, leastWords } = settings.shortArticles;
  const paragraphs = [...page.blocks.keys()].filter(
    (block) =>
      labels[block] >= settings.labels.alignedEnough &&
      words[block] >= leastWords &&
      page.blocks[block].linkShare < 0.5,
  );
  const gone = new Set(paragraphs.slice(fewest + (turn % (most - fewest + 1))));
  if (gone.size === 0) return undefined;
  // Content between two removed paragraphs belongs to the text and is removed too.
  const [first] = gone;
  const last = [...gone].at(-1);
  for (let block = first; block < last; block++) if (labels[block] > 0.5) gone.add(block);
  for (const block of gone) for (const node of page.blocks[block].nodes) node.parentNode?.removeChild(node);
  removeEmpty(page, gone);
  const left = cutIntoBlocks(root);
  const stay = [...labels.keys()].filter((block) => !gone.has(block));
  if (left.blocks.length !== stay.length) return undefined;
  const ofThose = (figures) => stay.map((block) => figures[block]);
  const kept = { labels: ofThose(labels), words: ofThose(words) };
  const truthWords = kept.labels.reduce((sum, label, block) => sum + label * kept.words[block], 0);
  return { ...kept, truthWords: Math.max(1, Math.round(truthWords)), page: left };
}

/** Removes elements without remaining blocks or pictures. */
function removeEmpty({ elements }, gone) {
  elements.node.forEach((node, element) => {
    const first = elements.first[element];
    const end = elements.end[element];
    for (let block = first; block < end; block++) if (!gone.has(block)) return;
    if (end > first && elements.pictures[element] === 0) node.parentNode?.removeChild(node);
  });
}
