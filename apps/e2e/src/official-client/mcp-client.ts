import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ReplyBody } from '../harness/api-client';
import type { ClientEnvironment } from './client-environment';

const SERVER = path.join(path.dirname(require.resolve('firecrawl-mcp/package.json')), 'dist/index.js');

/** The result of a tool: the JSON of its text, or the text of an error. */
export type ToolAnswer = { result: ReplyBody } | { failure: string };

/** Drives the official MCP server over standard input and output. */
export class McpClient {
  private readonly client = new Client({ name: 'orbweaver-e2e', version: '1.0.0' });

  constructor(
    private readonly environment: ClientEnvironment,
    private readonly apiUrl: string,
    private readonly apiKey: string,
  ) {}

  async connect(): Promise<void> {
    const env = this.environment.env({ FIRECRAWL_API_URL: this.apiUrl, FIRECRAWL_API_KEY: this.apiKey });
    const command = process.execPath;
    await this.client.connect(new StdioClientTransport({ command, args: [SERVER], env, stderr: 'ignore' }));
  }

  async toolNames(): Promise<string[]> {
    const { tools } = await this.client.listTools();
    return tools.map(({ name }) => name);
  }

  async call(name: string, args: Record<string, unknown>): Promise<ToolAnswer> {
    const answer = await this.client.callTool({ name, arguments: args });
    const [first] = answer.content as { text: string }[];
    const text = first?.text ?? '';
    return answer.isError ? { failure: text } : { result: JSON.parse(text) };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
