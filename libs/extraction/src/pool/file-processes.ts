import type { Extraction } from '../capture';
import type { ExtractionTask } from './extraction-worker';
import { FileProcess, type FileProcessOptions } from './file-process';

const MIB = 1024 * 1024;
/** The first file after that costs some 400 ms more. */
const IDLE_MS = 60_000;
/** Of its limit: what a process may hold when a file is done. Heaps that grew do not become small again. */
const MAX_KEPT_SHARE = 0.5;

/** Processes that read files: started with the first, and ended when there were none for a while. */
export class FileProcesses {
  private readonly alive = new Set<FileProcess>();
  /** The one that was busy last at the end. */
  private readonly idle: { process: FileProcess; timer: NodeJS.Timeout }[] = [];
  private isClosed = false;

  constructor(private readonly options: FileProcessOptions & { idleMs?: number }) {}

  get count(): number {
    return this.alive.size;
  }

  /** In a process of its own for as long as it takes. `signal` ends it. Rejects as `FileProcess` does. */
  async run(task: ExtractionTask, onStart: () => void, signal: AbortSignal): Promise<Extraction> {
    signal.throwIfAborted();
    const process = this.takeIdle() ?? this.start();
    try {
      return await process.run(task, onStart, signal);
    } finally {
      this.giveBack(process);
    }
  }

  /** Ends them; what they read rejects. */
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
