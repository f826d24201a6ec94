import { LanguageModelError } from '../model/language-model';
import type { ModelSession } from '../model/model-session';
import { PAGE_IS_DATA, quotePage } from '../text/quote-page';
import { pageParts } from './page-parts';

const SYSTEM = `You summarize web pages. ${PAGE_IS_DATA} Answer with the summary alone, as plain prose.`;
const WISH =
  'Summarize the page in its own language, in three to six sentences: what it is about and what matters in it.';

/** @throws LanguageModelError */
export async function summarize(
  session: ModelSession,
  markdown: string,
): Promise<{ summary: string; warnings: string[] }> {
  const { parts, warnings } = pageParts(session, markdown, SYSTEM + WISH);
  const summaries: string[] = [];
  for (const [index, part] of parts.entries()) {
    const which = parts.length === 1 ? '' : `\n\nThis is part ${index + 1} of ${parts.length} of the page.`;
    summaries.push(await answer(session, `${WISH}${which}\n\n${quotePage(part)}`));
  }
  if (summaries.length === 1) return { summary: summaries[0]!, warnings };
  const whole = `${WISH}\n\nThese are summaries of its parts, in order.\n\n${quotePage(summaries.join('\n\n'))}`;
  return { summary: await answer(session, whole), warnings };
}

async function answer(session: ModelSession, user: string): Promise<string> {
  const text = (await session.ask({ system: SYSTEM, user })).trim();
  if (text === '') throw new LanguageModelError('unusable', 'The language model returned an empty summary.');
  return text;
}
