import { createServiceFetch } from '@orbweaver/egress';
import { type LanguageModel, type ModelAnswer, type ModelQuestion, OpenAiModel } from '@orbweaver/language-model';
import { secureContextOf } from '../config/certificate-authorities';
import { type EgressConfig, serviceRoutes } from '../config/egress.config';
import type { LanguageModelConfig } from '../config/language-model.config';
import { CONFIG, LANGUAGE_MODEL, TRACING } from '../tokens';
import type { Tracing } from '../tracing/tracing';

/** For services whose configuration includes `languageModelFields` and `egressFields`. */
export const languageModelProvider = {
  provide: LANGUAGE_MODEL,
  inject: [CONFIG, TRACING],
  useFactory: openLanguageModel,
};

function openLanguageModel(config: LanguageModelConfig & EgressConfig, tracing: Tracing): LanguageModel | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model, LLM_TIMEOUT: timeoutMs } = config;
  if (baseUrl === undefined || model === undefined) return undefined;
  const send = createServiceFetch({
    routes: serviceRoutes(config),
    secureContext: secureContextOf(config.EXTRA_CA_CERTS),
  });
  const asked = new OpenAiModel({
    baseUrl,
    model,
    timeoutMs,
    fetch: send as typeof fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return new TracedModel(asked, tracing);
}

/** Adds a span per question, by OpenTelemetry's semantic conventions and without its text. */
class TracedModel implements LanguageModel {
  constructor(
    private readonly model: LanguageModel,
    private readonly tracing: Tracing,
  ) {}

  get name(): string {
    return this.model.name;
  }

  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': this.name };
    return this.tracing.span('chat', { kind: 'client', attributes }, async (span) => {
      const answer = await this.model.ask(question, signal);
      const { promptTokens, completionTokens } = answer.usage;
      span.set({ 'gen_ai.usage.input_tokens': promptTokens, 'gen_ai.usage.output_tokens': completionTokens });
      return answer;
    });
  }
}
