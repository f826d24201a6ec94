import { startModelProvider } from '@orbweaver/testing';
import { ModelSession, type SessionLimits } from '../src/model/model-session';
import { OpenAiModel } from '../src/model/openai-model';
import type { ValidateBySchema } from '../src/schema/caller-schema';
import { compileSchema } from '../src/schema/compile-schema';

export async function startTestModel() {
  const provider = await startModelProvider();
  const model = new OpenAiModel({ baseUrl: provider.url, model: 'small', timeoutMs: 2_000 });
  const open = (limits: Partial<SessionLimits> = {}) =>
    new ModelSession(
      model,
      { contextTokens: 32_000, maxOutputTokens: 1_000, budgetTokens: 200_000, ...limits },
      AbortSignal.timeout(10_000),
    );
  return { provider, open };
}

const LIMIT_MS = 1_000;

/** In-process; the services use worker threads. */
export const validate: ValidateBySchema = async (schema, value) =>
  compileSchema(schema, LIMIT_MS).faultsOf(value, LIMIT_MS);

export function quotedIn(user: string, name = 'page'): string | undefined {
  return new RegExp(`<(${name}-[0-9a-f]{16})>\\n([\\s\\S]*)\\n</\\1>`).exec(user)?.[2];
}
