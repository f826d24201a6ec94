import { z } from 'zod';
import { quoteGiven } from '../errors/wording';
import { NAME_MAX_CHARS, text } from './bounds';

const INTEGRATIONS = [
  'dify',
  'zapier',
  'pipedream',
  'raycast',
  'langchain',
  'crewai',
  'llamaindex',
  'n8n',
  'camelai',
  'make',
  'flowise',
  'metagpt',
  'relevanceai',
  'cli',
  'mcp',
];

/** The fields that every POST has: what is kept of the pages, and who sends the request. */
export const requestShape = {
  zeroDataRetention: z
    .boolean()
    .default(false)
    .describe(
      'Keep nothing of the pages once they were answered, in no table, cache, message or log line; 1 credit more a page. A scrape cannot be read again; the documents of a job are erased when they were read to the end, or some minutes after its end. Always so for a team that was set up like that',
    ),
  origin: text(NAME_MAX_CHARS).default('api').describe('Name of the client library; stored with the job'),
  integration: text(100)
    .meta({ pattern: `^(?:_.*|${INTEGRATIONS.join('|')})$` })
    .refine((name) => name.startsWith('_') || INTEGRATIONS.includes(name), {
      error: ({ input }) =>
        `Invalid enum value ${quoteGiven(input)}, it must be one of ${INTEGRATIONS.join(', ')}, or a name that starts with _`,
    })
    .optional()
    .describe('Name of the product that the request comes through; a name of your own starts with `_`'),
};
