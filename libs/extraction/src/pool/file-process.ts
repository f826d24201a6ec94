import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Extraction } from '../capture';
import { builtFile, OutOfMemory } from './extraction-threads';
import type { ExtractionTask } from './extraction-worker';

export type FileProcessReply = { kind: 'started' } | Ending;

type Ending =
  | { kind: 'done'; extraction: Extraction; residentBytes: number }
  | { kind: 'out-of-memory'; limitMb: number }
  | { kind: 'failed'; message: string };

export interface FileProcessOptions {
  maxHeapMb: number;
  maxMemoryMb: number;
}

/** A process that reads one file at a time and ends with the service. */
export class FileProcess {
  private readonly child: ChildProcess;
  private isGone = false;
  /** After the last file. */
  residentBytes = 0;

  constructor(private readonly options: FileProcessOptions) {
    this.child = fork(builtFile('file-process-main.js'), [`${options.maxHeapMb}`, `${options.maxMemoryMb}`], {
      // No secrets, no debugger. Dates of sheets are local times.
      env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
      execArgv: restrictions(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.once('exit', () => {
      this.isGone = true;
    });
    // Without a listener, the event would end the service.
    this.child.on('error', () => this.end());
  }

  get isAlive(): boolean {
    return !this.isGone;
  }

  /** `onStart`: reading has begun. `signal` ends the process. Rejects with the signal's reason, OutOfMemory or another error. */
  run(task: ExtractionTask, onStart: () => void, signal: AbortSignal): Promise<Extraction> {
    const { child } = this;
    return new Promise<Ending>((resolve, reject) => {
      const abort = () => settle(() => reject(signal.reason));
      const settle = (tell: () => void) => {
        signal.removeEventListener('abort', abort);
        child.removeAllListeners('message');
        child.off('exit', onExit);
        child.off('error', onError);
        tell();
      };
      const onExit = (code: number | null, killedBy: NodeJS.Signals | null) =>
        settle(() => reject(this.lost(code, killedBy)));
      const onError = (error: Error) => settle(() => reject(error));
      signal.addEventListener('abort', abort, { once: true });
      child.on('message', (message) => {
        const reply = message as FileProcessReply;
        if (reply.kind === 'started') onStart();
        else settle(() => resolve(reply));
      });
      child.once('exit', onExit);
      child.once('error', onError);
      if (signal.aborted) abort();
      else child.send(task, (error) => error && onError(error));
    }).then(
      (reply) => this.take(reply),
      (error: unknown) => {
        this.end();
        throw error;
      },
    );
  }

  end(): void {
    this.isGone = true;
    this.child.kill('SIGKILL');
  }

  private take(reply: Ending): Extraction {
    if (reply.kind === 'done') {
      this.residentBytes = reply.residentBytes;
      return reply.extraction;
    }
    this.end();
    throw reply.kind === 'out-of-memory' ? new OutOfMemory(reply.limitMb) : new Error(reply.message);
  }

  /** The OS kills processes when memory is short; V8 aborts at its heap limit. */
  private lost(code: number | null, killedBy: NodeJS.Signals | null): Error {
    if (killedBy === 'SIGKILL' || killedBy === 'SIGABRT') return new OutOfMemory(this.options.maxMemoryMb);
    return new Error(`the process that read the file ended (${killedBy ?? code})`);
  }
}

/** Node's permission model: the process may read code only, not /proc or data folders, and starts no programs. */
function restrictions(): string[] {
  const model = ['--permission', '--experimental-permission'].find((flag) =>
    process.allowedNodeEnvironmentFlags.has(flag),
  );
  if (model === undefined) return [];
  return [
    model,
    ...codeFolders().map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    '--allow-worker',
    '--no-warnings',
  ];
}

/** The packages of this workspace and the outermost node_modules. */
function codeFolders(): string[] {
  const [beforeModules] = realpathSync(require.resolve('piscina')).split(`${sep}node_modules${sep}`);
  return [realpathSync(join(__dirname, '../../..')), join(beforeModules!, 'node_modules')];
}
