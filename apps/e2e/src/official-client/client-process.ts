import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { ReplyBody } from '../harness/api-client';
import type { ClientEnvironment } from './client-environment';

interface ClientAnswer {
  id: number;
  result?: ReplyBody;
  error?: { message: string; status?: number; code?: string };
}

/** An error of the official client. */
class ClientError extends Error {
  constructor(
    message: string,
    readonly status: number | undefined,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** The official JavaScript client in a separate process, because jest does not load ES modules. */
export class ClientProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (answer: ClientAnswer) => void>();
  private lastId = 0;

  constructor(environment: ClientEnvironment, apiUrl: string, apiKey: string) {
    this.child = fork(path.join(__dirname, 'run-client.mjs'), {
      env: environment.env({ CLIENT_API_URL: apiUrl, CLIENT_API_KEY: apiKey }),
      execArgv: [],
    });
    this.child.on('message', (answer: ClientAnswer) => {
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    this.child.once('exit', (code) => {
      const error = { message: `the client's process ended with ${code}` };
      for (const [id, settle] of this.waiting) settle({ id, error });
      this.waiting.clear();
    });
  }

  call(version: 'v1' | 'v2', method: string, ...args: unknown[]): Promise<ReplyBody> {
    return this.ask({ version, method, args });
  }

  watchV2(jobId: string, kind: 'crawl' | 'batch'): Promise<ReplyBody> {
    return this.ask({ version: 'v2', watch: { jobId, kind } });
  }

  watchV1(url: string, params: object): Promise<ReplyBody> {
    return this.ask({ version: 'v1', watch: { url, params } });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.kill('SIGKILL');
    });
  }

  private ask(request: object): Promise<ReplyBody> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new ClientError(error.message, error.status, error.code));
      });
      this.child.send({ ...request, id });
    });
  }
}
