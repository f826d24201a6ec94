import { type LanguageModel, LanguageModelError, type ModelQuestion, type Usage } from './language-model';

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

  /** Whether the model reads so many words at once and has room left for an answer. */
  hasRoomFor(words: string): boolean {
    return estimateTokens(words) <= this.limits.contextTokens - this.limits.maxOutputTokens;
  }

  /** @throws LanguageModelError */
  async ask(question: Omit<ModelQuestion, 'maxOutputTokens'>): Promise<string> {
    const asked = estimateTokens(question.system) + estimateTokens(question.user);
    if (this.questionsLeft(asked) < 1) {
      throw new LanguageModelError('too-long', 'The page needs more tokens than a page may use (LLM_PAGE_TOKENS).');
    }
    const { maxOutputTokens } = this.limits;
    try {
      const { text, usage } = await this.model.ask({ ...question, maxOutputTokens }, this.signal);
      // A provider that counts nothing must not be free.
      this.count(usage.promptTokens || asked, usage.completionTokens || estimateTokens(text));
      return text;
    } catch (error) {
      // What it refused or broke off was read, and is paid for.
      if (error instanceof LanguageModelError && error.usage !== undefined) {
        this.count(error.usage.promptTokens || asked, error.usage.completionTokens);
      } else this.spent += asked;
      throw error;
    }
  }

  private count(promptTokens: number, completionTokens: number): void {
    this.usage.promptTokens += promptTokens;
    this.usage.completionTokens += completionTokens;
    this.spent += promptTokens + completionTokens;
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
