import { backoff, retryWaits } from '@orbweaver/core';
import {
  type LanguageModel,
  LanguageModelError,
  type ModelAnswer,
  type ModelQuestion,
} from '@orbweaver/language-model';
import { waitFor } from '@orbweaver/platform';
import type { ModelHealth } from './model-health';

/** Retries a model that does not respond, until the page is late. */
export class PatientModel implements LanguageModel {
  constructor(
    private readonly model: LanguageModel,
    private readonly health: ModelHealth,
    private readonly isLate: () => boolean,
  ) {}

  get name(): string {
    return this.model.name;
  }

  async ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.isLate() && !this.health.mayTryLate()) {
        throw new LanguageModelError('unavailable', 'The language model does not respond. Try again later.');
      }
      try {
        const answer = await this.model.ask(question, signal);
        this.health.answered();
        return answer;
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        if (error.kind !== 'unavailable') {
          this.health.answered();
          throw error;
        }
        this.health.silent();
        if (signal.aborted || this.isLate()) throw error;
        const timeoutMs = backoff(attempt, retryWaits.model);
        await waitFor(() => () => undefined, { timeoutMs, signal });
      }
    }
  }
}
