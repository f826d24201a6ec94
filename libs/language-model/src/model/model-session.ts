import { type LanguageModel, LanguageModelError, type ModelQuestion, type Usage } from './language-model';

export interface SessionLimits {
  contextTokens: number;
  maxOutputTokens: number;
  budgetTokens: number;
}

/** The questions about one page. They share a token budget and a deadline. */
export class ModelSession {
  readonly usage: Usage = { promptTokens: 0, completionTokens: 0 };
  private spent = 0;

  constructor(
    private readonly model: LanguageModel,
    readonly limits: SessionLimits,
    private readonly signal: AbortSignal,
  ) {}

  questionsLeft(promptTokens: number): number {
    return Math.floor((this.limits.budgetTokens - this.spent) / (promptTokens + this.limits.maxOutputTokens));
  }

  hasRoomFor(words: string): boolean {
    return estimateTokens(words) <= this.limits.contextTokens - this.limits.maxOutputTokens;
  }

  /** @throws LanguageModelError */
  async ask(question: Omit<ModelQuestion, 'maxOutputTokens'>): Promise<string> {
    const asked = estimateTokens(question.system) + estimateTokens(question.user);
    if (this.questionsLeft(asked) < 1) {
      throw new LanguageModelError('too-long', 'The page exceeds the token budget per page (LLM_PAGE_TOKENS).');
    }
    const { maxOutputTokens } = this.limits;
    try {
      const { text, usage } = await this.model.ask({ ...question, maxOutputTokens }, this.signal);
      // Estimates the usage if the provider reports none.
      this.count(usage.promptTokens || asked, usage.completionTokens || estimateTokens(text));
      return text;
    } catch (error) {
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

/** Estimates upwards: 3.5 Latin characters per token, one character of other scripts. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x24f) wide += 1;
  return Math.ceil((text.length - wide) / 3.5) + wide;
}
