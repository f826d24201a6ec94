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

export const requestShape = {
  zeroDataRetention: z
    .boolean()
    .default(false)
    .describe(
      'Do not store pages beyond the response, in tables, caches, messages or logs. Costs 1 additional credit per page. A scrape cannot be read again; documents of a job are erased after they were read completely, or minutes after its end. Can be enforced per team',
    ),
  origin: text(NAME_MAX_CHARS).default('api').describe('Name of the client library, stored with the job'),
  integration: text(100)
    .meta({ pattern: `^(?:_.*|${INTEGRATIONS.join('|')})$` })
    .refine((name) => name.startsWith('_') || INTEGRATIONS.includes(name), {
      error: ({ input }) =>
        `Invalid enum value ${quoteGiven(input)}. Use one of ${INTEGRATIONS.join(', ')}, or a name that starts with _`,
    })
    .optional()
    .describe('Name of the integration. Custom names start with `_`'),
};
