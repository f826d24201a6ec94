import { z } from 'zod';

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
  origin: z.string().max(1000).default('api').describe('Name of the client library; stored with the job'),
  integration: z
    .string()
    .max(100)
    .meta({ pattern: `^(?:_.*|${INTEGRATIONS.join('|')})$` })
    .refine((name) => name.startsWith('_') || INTEGRATIONS.includes(name), {
      message: `Invalid enum value. Expected one of ${INTEGRATIONS.join(', ')}, or a name that starts with _`,
    })
    .optional()
    .describe('Name of the product that the request comes through; a name of your own starts with `_`'),
};
