import type { CDPSession, Protocol } from 'puppeteer-core';

/**
 * Sets up a worker that has not run a line yet. The worker goes on when this returns, so everything sent until then is
 * in time.
 */
export type WorkerListener = (worker: CDPSession) => void;

/** Shared and service workers belong to no page, so no page's session announces them. */
const SHARED_KINDS = [{ type: 'service_worker' }, { type: 'shared_worker' }];

/**
 * Holds every shared and service worker of a browser before its first line, and lets the listener of its context set it
 * up. Puppeteer itself would let service workers run before that.
 */
export class WorkerSessions {
  private readonly listeners = new Map<string, WorkerListener>();

  private constructor(private readonly root: CDPSession) {
    root.on('Target.attachedToTarget', (event) => this.greet(event));
  }

  /** `root` is a session with the browser itself. */
  static async watch(root: CDPSession): Promise<WorkerSessions> {
    const sessions = new WorkerSessions(root);
    const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    // Puppeteer's own request less the workers: every session that hears of a worker may start it.
    const leaveOut = [{ type: 'page' }, ...SHARED_KINDS].map((kind) => ({ ...kind, exclude: true }));
    await root.connection()!.send('Target.setAutoAttach', { ...attaching, filter: [...leaveOut, {}] });
    await root.send('Target.setAutoAttach', { ...attaching, filter: [...SHARED_KINDS, { exclude: true }] });
    return sessions;
  }

  /** Listens until the returned function is called. */
  listen(contextId: string, listener: WorkerListener): () => void {
    this.listeners.set(contextId, listener);
    return () => this.listeners.delete(contextId);
  }

  private greet({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const worker = this.root.connection()?.session(sessionId);
    if (!worker) return;
    this.listeners.get(targetInfo.browserContextId ?? '')?.(worker);
    // The worker may have ended with its page.
    worker.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  }
}
