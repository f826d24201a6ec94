import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './fixture-site/start-fixture-site';

/** A chat completion request. */
export interface ModelRequest {
  authorization: string | undefined;
  model: string;
  system: string;
  user: string;
  /** undefined: plain text. */
  format: { type: string; schema?: Record<string, unknown> } | undefined;
  body: Record<string, unknown>;
  at: number;
}

/**
 * The reply to a request: a string, an object (sent as JSON), or a fault: a status, an arbitrary completion, no answer,
 * a stalled or reset connection, a partial or endless answer, a malformed completion, a refusal, a truncated answer.
 */
export type ModelReply =
  | string
  | { json: unknown }
  | { status: number; message?: string; headers?: Record<string, string>; body?: unknown }
  | { completion: unknown }
  | { fault: keyof typeof FAULTS };

export interface ModelProvider {
  /** For LLM_BASE_URL. */
  url: string;
  requests: readonly ModelRequest[];
  /** Replies to the next requests, in order; later requests get the usual reply. */
  next(...replies: ModelReply[]): void;
  /** The usual reply. */
  reply(how: (request: ModelRequest) => ModelReply): void;
  /** Requests in progress, and their maximum. */
  readonly atWork: number;
  readonly mostAtWork: number;
  close(): Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PORTION = Buffer.alloc(256 * 1024, 'x');

/** An OpenAI-compatible provider on 127.0.0.1. Rejects invalid requests with 400 and injects configured faults. */
export async function startModelProvider(options: { port?: number } = {}): Promise<ModelProvider> {
  const requests: ModelRequest[] = [];
  let queue: ModelReply[] = [];
  let usual: (request: ModelRequest) => ModelReply = () => ({ json: {} });
  let atWork = 0;
  let mostAtWork = 0;
  const server = createServer((request, response) => {
    atWork += 1;
    mostAtWork = Math.max(mostAtWork, atWork);
    response.on('close', () => {
      atWork -= 1;
    });
    void readBody(request).then((raw) => {
      const read = readRequest(request, raw);
      if (typeof read === 'string') {
        sendError(response, { status: 400, message: read });
        return;
      }
      requests.push(read);
      send(response, read, queue.shift() ?? usual(read));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    next: (...replies) => {
      queue = replies;
    },
    reply: (how) => {
      usual = how;
    },
    get atWork() {
      return atWork;
    },
    get mostAtWork() {
      return mostAtWork;
    },
    close: () => closeServer(server),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The request, or an error message. */
function readRequest({ method, url, headers }: IncomingMessage, raw: string): ModelRequest | string {
  if (method !== 'POST' || url !== '/v1/chat/completions') return `there is no ${method} ${url}`;
  if (!headers['content-type']?.startsWith('application/json')) return 'content-type must be application/json';
  const body = JSON.parse(raw) as Record<string, unknown>;
  const { model, messages, max_tokens, max_completion_tokens, response_format, stream } = body;
  if (typeof model !== 'string' || model === '') return 'model must be a string';
  if (stream === true) return 'stream is not supported';
  if (!Number.isInteger(max_tokens ?? max_completion_tokens)) return 'max_tokens must be an integer';
  const [system, user, ...more] = (messages ?? []) as { role: string; content: unknown }[];
  if (system?.role !== 'system' || user?.role !== 'user' || more.length > 0) return 'messages must be system and user';
  if (typeof system.content !== 'string' || typeof user.content !== 'string') return 'content must be text';
  const format = readFormat(response_format);
  if (typeof format === 'string') return format;
  return {
    authorization: headers.authorization,
    model,
    system: system.content,
    user: user.content,
    format,
    body,
    at: Date.now(),
  };
}

function readFormat(format: unknown): ModelRequest['format'] | string {
  if (format === undefined) return undefined;
  const { type, json_schema: named } = format as { type: string; json_schema?: { name?: string; schema?: unknown } };
  if (type === 'json_object') return { type };
  if (type !== 'json_schema') return 'response_format.type must be json_object or json_schema';
  if (!/^[\w-]{1,64}$/.test(named?.name ?? '')) return 'response_format.json_schema.name is missing';
  const schema = named?.schema as Record<string, unknown> | undefined;
  if (schema?.type !== 'object') return 'response_format.json_schema.schema must be of type object';
  return { type, schema };
}

function send(response: ServerResponse, request: ModelRequest, reply: ModelReply): void {
  if (typeof reply === 'string') sendCompletion(response, request, { content: reply });
  else if ('json' in reply) sendCompletion(response, request, { content: JSON.stringify(reply.json) });
  else if ('completion' in reply) response.writeHead(200, JSON_TYPE).end(JSON.stringify(reply.completion));
  else if ('status' in reply) sendError(response, reply);
  else FAULTS[reply.fault](response, request);
}

const FAULTS = {
  hang: () => undefined,
  stall: (response) => response.writeHead(200, JSON_TYPE).write('{"choices":['),
  'break-off': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 500 }).write('{"choices":[', () => response.destroy());
  },
  reset: (response) => response.socket?.resetAndDestroy(),
  nonsense: (response) => response.writeHead(200, JSON_TYPE).end('<html>502 Bad Gateway</html>'),
  'no-choice': (response) => response.writeHead(200, JSON_TYPE).end('{"choices":[]}'),
  half: (response, request) => sendCompletion(response, request, { content: '{"title": "Half of' }),
  refusal: (response, request) => sendCompletion(response, request, { content: null, refusal: 'I cannot do that.' }),
  'cut-off': (response, request) => sendCompletion(response, request, { content: '{"title": "Cut', finish: 'length' }),
  endless: (response) => {
    response.writeHead(200, JSON_TYPE).write('{"choices":[{"message":{"role":"assistant","content":"');
    pour(response);
  },
} satisfies Record<string, (response: ServerResponse, request: ModelRequest) => void>;

function pour(response: ServerResponse): void {
  while (!response.destroyed) {
    if (response.write(PORTION)) continue;
    response.once('drain', () => pour(response));
    return;
  }
}

function sendCompletion(
  response: ServerResponse,
  { model, system, user }: ModelRequest,
  { content, refusal = null, finish = 'stop' }: { content: string | null; refusal?: string | null; finish?: string },
): void {
  const prompt = Math.ceil((system.length + user.length) / 4);
  const completion = Math.ceil((content?.length ?? 0) / 4);
  const completed = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal }, finish_reason: finish, logprobs: null }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(completed));
}

function sendError(
  response: ServerResponse,
  { status, message = 'on order', headers = {}, body }: Extract<ModelReply, { status: number }>,
): void {
  const error = { message, type: 'invalid_request_error', param: null, code: null };
  response.writeHead(status, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body ?? { error }));
}
