import {
  type LanguageModel,
  LanguageModelError,
  type ModelAnswer,
  type ModelQuestion,
  type Usage,
} from './language-model';

export interface SessionLimits {
  /** What a question and its answer may take together: the context of the model. */
  contextTokens: number;
  maxOutputTokens: number;
  /** What all questions and answers of the session may take. */
  budgetTokens: number;
}

/** The questions about one page: they share a budget and a deadline, and their use is summed up. */
export class ModelSession {
  readonly usage: Usage = { promptTokens: 0, completionTokens: 0 };
  private spent = 0;

  constructor(
    private readonly model: LanguageModel,
    readonly limits: SessionLimits,
    private readonly signal: AbortSignal,
  ) {}

  /** How many questions of `promptTokens` each the budget still allows. */
  questionsLeft(promptTokens: number): number {
    return Math.floor((this.limits.budgetTokens - this.spent) / (promptTokens + this.limits.maxOutputTokens));
  }

  /** @throws LanguageModelError */
  async ask(question: Omit<ModelQuestion, 'maxOutputTokens'>): Promise<string> {
    const asked = estimateTokens(question.system) + estimateTokens(question.user);
    if (this.questionsLeft(asked) < 1) {
      throw new LanguageModelError('too-long', 'The page needs more tokens than a page may use (LLM_PAGE_TOKENS).');
    }
    const { maxOutputTokens } = this.limits;
    let answer: ModelAnswer | undefined;
    try {
      answer = await this.model.ask({ ...question, maxOutputTokens }, this.signal);
      return answer.text;
    } finally {
      // A provider that counts nothing must not be free.
      const promptTokens = answer?.usage.promptTokens || (answer === undefined ? 0 : asked);
      const completionTokens = answer?.usage.completionTokens || estimateTokens(answer?.text ?? '');
      this.usage.promptTokens += promptTokens;
      this.usage.completionTokens += completionTokens;
      this.spent += answer === undefined ? asked : promptTokens + completionTokens;
    }
  }
}

/**
 * Roughly, and rather more than less: a token holds three to four letters of Latin script, and about one character of
 * others.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x24f) wide += 1;
  return Math.ceil((text.length - wide) / 3.5) + wide;
}
