import { estimateTokens, type ModelSession } from '../model/model-session';
import { splitMarkdown } from '../text/split-markdown';

/** The least that a question leaves for the page. */
const MIN_PART_TOKENS = 500;
/** Of the context, left for what is said beside the page: which part it is, and what is wrong with an answer. */
const SPARE_SHARE = 0.05;

export interface PageParts {
  parts: string[];
  /** Says what of the page the budget leaves out. */
  warnings: string[];
}

/** Divides a page into as many parts as the context of the model needs, and as its budget allows. */
export function pageParts(session: ModelSession, markdown: string, wordsAround: string): PageParts {
  const { contextTokens, maxOutputTokens } = session.limits;
  const around = estimateTokens(wordsAround);
  const spare = Math.ceil(contextTokens * SPARE_SHARE);
  const maxTokens = Math.max(MIN_PART_TOKENS, contextTokens - maxOutputTokens - around - spare);
  const all = splitMarkdown(markdown, maxTokens);
  // One question is kept for a second try.
  const affordable = all.length === 1 ? 1 : Math.max(1, session.questionsLeft(maxTokens + around) - 1);
  if (affordable >= all.length) return { parts: all, warnings: [] };
  const taken = all.slice(0, affordable);
  const share = Math.round((100 * sizeOf(all.slice(affordable))) / sizeOf(all));
  return {
    parts: taken,
    warnings: [
      `The page is too long for the language model's budget: its last ${share} % were not read (LLM_PAGE_TOKENS).`,
    ],
  };
}

function sizeOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
