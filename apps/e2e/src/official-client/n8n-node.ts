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

/** The official n8n nodes in a process of their own. One request at a time. */
export class N8nNode {
  private readonly child: ChildProcess;

  /** `apiUrl` as it is entered in n8n's credentials: with the version. */
  constructor(environment: ClientEnvironment, apiUrl: string, apiKey: string) {
    this.child = fork(path.join(__dirname, 'run-n8n-node.mjs'), {
      env: environment.env({ CLIENT_API_URL: apiUrl, CLIENT_API_KEY: apiKey }),
      execArgv: [],
    });
  }

  /** `parameters` as a workflow's file has them: what the user has left alone is absent. */
  run(resource: string, operation: string, parameters: object = {}): Promise<NodeAnswer> {
    return this.ask({ resource, operation, ...parameters });
  }

  /** What n8n does when a user saves the credentials. */
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
