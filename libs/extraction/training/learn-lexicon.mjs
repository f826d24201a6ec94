import { addAliases } from './lexicon-aliases.mjs';
import { attributeTokens, MAX_LEXICON_WORDS, textTokens, WEIGHT_UNIT } from './serving.mjs';
import settings from './settings.json' with { type: 'json' };

const KINDS = Object.keys(settings.lexicon.kinds);

/** Counts by fold how often text with a token is main content; each page has one vote per token. */
export class LexiconLearner {
  folds = Array.from({ length: settings.folds }, () => new Map(KINDS.map((kind) => [kind, new Map()])));

  addPage(fold, { blocks, elements }, { labels, words }) {
    const main = [0];
    const all = [0];
    labels.forEach((label, block) => {
      main.push(main[block] + label * words[block]);
      all.push(all[block] + words[block]);
    });
    const votes = new Map(KINDS.map((kind) => [kind, new Votes()]));
    elements.node.forEach((node, element) => {
      const first = elements.first[element];
      const end = elements.end[element];
      if (all[end] === all[first]) return;
      votes.get('attributes').add(attributeTokens(node), main[end] - main[first], all[end] - all[first]);
    });
    blocks.forEach((block, index) => {
      if (words[index] === 0) return;
      const isLong = block.words > MAX_LEXICON_WORDS;
      votes.get(isLong ? 'wordsOfLongTexts' : 'words').add(textTokens(block), labels[index], 1);
    });
    for (const kind of KINDS) votes.get(kind).addTo(this.folds[fold].get(kind));
  }

  /** Learned without the pages of `fold`; of all pages if there is none. */
  lexiconWithout(fold) {
    const folds = this.folds.filter((_, index) => index !== fold);
    const weightsOf = (kind) =>
      weigh(
        folds.map((kinds) => kinds.get(kind)),
        settings.lexicon.kinds[kind],
        fold === undefined,
      );
    const [attributes, ...words] = KINDS.map(weightsOf);
    return { attributes, words: addAliases(new Map(words.flatMap((weights) => [...weights]))) };
  }
}

/** The votes of one page. */
class Votes {
  votes = new Map();

  add(tokens, main, all) {
    for (const token of tokens) {
      const vote = this.votes.get(token);
      if (vote === undefined) this.votes.set(token, { main, all });
      else {
        vote.main += main;
        vote.all += all;
      }
    }
  }

  addTo(totals) {
    for (const [token, { main, all }] of this.votes) {
      const total = totals.get(token) ?? { share: 0, pages: 0 };
      totals.set(token, { share: total.share + main / all, pages: total.pages + 1 });
    }
  }
}

/** Log odds against what is usual; tokens of few pages are drawn towards the usual, and left out if that is where they are. */
function weigh(folds, { pagesOfFolds, pagesOfAll, leastWeight }, isWhole) {
  const { priorShare, priorPages } = settings.lexicon;
  const totals = new Map();
  for (const fold of folds) {
    for (const [token, { share, pages }] of fold) {
      const total = totals.get(token) ?? { share: 0, pages: 0 };
      totals.set(token, { share: total.share + share, pages: total.pages + pages });
    }
  }
  const usual = Math.log(priorShare / (1 - priorShare));
  const weights = new Map();
  for (const [token, { share, pages }] of totals) {
    if (pages < (isWhole ? pagesOfAll : pagesOfFolds)) continue;
    const odds = (share + priorPages * priorShare) / (pages - share + priorPages * (1 - priorShare));
    const weight = Math.round((Math.log(odds) - usual) / WEIGHT_UNIT) * WEIGHT_UNIT;
    if (Math.abs(weight) >= leastWeight) weights.set(token, weight);
  }
  return weights;
}
