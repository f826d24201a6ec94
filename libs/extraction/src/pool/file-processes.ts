import type { Extraction } from '../capture';
import type { ExtractionTask } from './extraction-worker';
import { FileProcess, type FileProcessOptions } from './file-process';

const MIB = 1024 * 1024;
/** Starting a process takes about 400 ms. */
const IDLE_MS = 60_000;
/** Share of the memory limit above which a process is not reused, because heaps do not shrink. */
const MAX_KEPT_SHARE = 0.5;

/** Processes that read files: started with the first file, ended after a while without one. */
export class FileProcesses {
  private readonly alive = new Set<FileProcess>();
  /** The most recently used one is last. */
  private readonly idle: { process: FileProcess; timer: NodeJS.Timeout }[] = [];
  private isClosed = false;

  constructor(private readonly options: FileProcessOptions & { idleMs?: number }) {}

  get count(): number {
    return this.alive.size;
  }

  /** `signal` ends the process. Rejects as `FileProcess` does. */
  async run(task: ExtractionTask, onStart: () => void, signal: AbortSignal): Promise<Extraction> {
    signal.throwIfAborted();
    const process = this.takeIdle() ?? this.start();
    try {
      return await process.run(task, onStart, signal);
    } finally {
      this.giveBack(process);
    }
  }

  /** Ends the processes; running reads reject. */
  close(): void {
    this.isClosed = true;
    for (const { timer } of this.idle.splice(0)) clearTimeout(timer);
    for (const process of this.alive) this.end(process);
  }

  private start(): FileProcess {
    const process = new FileProcess(this.options);
    this.alive.add(process);
    return process;
  }

  private takeIdle(): FileProcess | undefined {
    for (let last = this.idle.pop(); last !== undefined; last = this.idle.pop()) {
      clearTimeout(last.timer);
      if (last.process.isAlive) return last.process;
      this.end(last.process);
    }
    return undefined;
  }

  private giveBack(process: FileProcess): void {
    const isLarge = process.residentBytes > MAX_KEPT_SHARE * this.options.maxMemoryMb * MIB;
    if (this.isClosed || !process.isAlive || isLarge) {
      this.end(process);
      return;
    }
    const leave = () => {
      this.idle.splice(
        this.idle.findIndex((one) => one.process === process),
        1,
      );
      this.end(process);
    };
    this.idle.push({ process, timer: setTimeout(leave, this.options.idleMs ?? IDLE_MS) });
  }

  private end(process: FileProcess): void {
    process.end();
    this.alive.delete(process);
  }
}
