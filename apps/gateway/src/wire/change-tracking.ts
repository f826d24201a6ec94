import { z } from 'zod';
import { listOf, MAX_WORDS, NAME_MAX_CHARS, promptText, text } from './bounds';

/** The options of change tracking, which both versions share; `schema` is the version's own. */
export const changeTrackingShape = <S extends z.ZodType>(schema: S) => ({
  modes: listOf(z.enum(['json', 'git-diff']), MAX_WORDS)
    .default([])
    .describe('How a change is told; `json` needs a language model'),
  schema: schema.optional().describe('JSON Schema of the fields to compare'),
  prompt: promptText.optional().describe('What to compare, in words'),
  tag: text(NAME_MAX_CHARS).nullable().default(null).describe('Histories of different tags are apart'),
});

export const TRACKING_NEEDS_MARKDOWN = 'The changeTracking format requires the markdown format to be specified as well';
