import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ReplyBody } from '../harness/api-client';
import type { ClientEnvironment } from './client-environment';

export interface NodeAnswer {
  request: { method: string; url: string; body?: ReplyBody };
  status: number;
  body: ReplyBody;
}

/** The official n8n nodes in a separate process. One request at a time. */
export class N8nNode {
  private readonly child: ChildProcess;

  /** `apiUrl` includes the version, as in n8n's credentials. */
  constructor(environment: ClientEnvironment, apiUrl: string, apiKey: string) {
    this.child = fork(path.join(__dirname, 'run-n8n-node.mjs'), {
      env: environment.env({ CLIENT_API_URL: apiUrl, CLIENT_API_KEY: apiKey }),
      execArgv: [],
    });
  }

  /** `parameters` as in a workflow file: untouched ones are absent. */
  run(resource: string, operation: string, parameters: object = {}): Promise<NodeAnswer> {
    return this.ask({ resource, operation, ...parameters });
  }

  /** The test that n8n runs when a user saves credentials. */
  testCredentials(): Promise<NodeAnswer> {
    return this.ask(undefined);
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  private async ask(parameters: object | undefined): Promise<NodeAnswer> {
    this.child.send({ parameters });
    const [answer] = (await once(this.child, 'message')) as [NodeAnswer | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }
}
