import { estimateTokens, type ModelSession } from '../model/model-session';
import { splitMarkdown } from '../text/split-markdown';

const MIN_PART_TOKENS = 500;
const SPARE_SHARE = 0.05;

export interface PageParts {
  parts: string[];
  warnings: string[];
}

/** Splits a page to fit the context window, up to the token budget. */
export function pageParts(session: ModelSession, markdown: string, wordsAround: string): PageParts {
  const { contextTokens, maxOutputTokens } = session.limits;
  const around = estimateTokens(wordsAround);
  const spare = Math.ceil(contextTokens * SPARE_SHARE);
  const maxTokens = Math.max(MIN_PART_TOKENS, contextTokens - maxOutputTokens - around - spare);
  const all = splitMarkdown(markdown, maxTokens);
  const affordable = all.length === 1 ? 1 : Math.max(1, session.questionsLeft(maxTokens + around) - 1);
  if (affordable >= all.length) return { parts: all, warnings: [] };
  const taken = all.slice(0, affordable);
  const share = Math.round((100 * sizeOf(all.slice(affordable))) / sizeOf(all));
  return {
    parts: taken,
    warnings: [`The page exceeds the token budget (LLM_PAGE_TOKENS): the last ${share} % were not read.`],
  };
}

function sizeOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
