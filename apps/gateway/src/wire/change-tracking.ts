import { z } from 'zod';
import { listOf, MAX_WORDS, NAME_MAX_CHARS, promptText, text } from './bounds';

export const changeTrackingShape = <S extends z.ZodType>(schema: S) => ({
  modes: listOf(z.enum(['json', 'git-diff']), MAX_WORDS)
    .default([])
    .describe('Formats of the difference. `json` requires a language model'),
  schema: schema.optional().describe('JSON Schema of the fields to compare'),
  prompt: promptText.optional().describe('What to compare, in natural language'),
  tag: text(NAME_MAX_CHARS).nullable().default(null).describe('Separate history for each tag'),
});

export const TRACKING_NEEDS_MARKDOWN = 'The changeTracking format requires the markdown format to be specified as well';
