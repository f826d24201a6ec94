import { tellGiven } from '../errors/word-fault';
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

/** Who sends a request; every POST may say so. */
export const senderShape = {
  origin: text(NAME_MAX_CHARS).default('api').describe('Name of the client library; stored with the job'),
  integration: text(100)
    .meta({ pattern: `^(?:_.*|${INTEGRATIONS.join('|')})$` })
    .refine((name) => name.startsWith('_') || INTEGRATIONS.includes(name), {
      error: ({ input }) =>
        `Invalid enum value ${tellGiven(input)}, it must be one of ${INTEGRATIONS.join(', ')}, or a name that starts with _`,
    })
    .optional()
    .describe('Name of the product that the request comes through; a name of your own starts with `_`'),
};
