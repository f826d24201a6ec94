import type { CDPSession, Protocol } from 'puppeteer-core';

/** Speaks to a worker that has not run a line yet, and goes on when this returns: what was sent until then is in time. */
export type WorkerListener = (worker: CDPSession) => void;

/** Shared and service workers belong to no page, so no page's session announces them. */
const SHARED_KINDS = [{ type: 'service_worker' }, { type: 'shared_worker' }];

/**
 * Holds every shared and service worker of a browser before its first line, and lets the listener of its context speak
 * to it. Puppeteer itself lets service workers go at once, and would let them run before we could.
 */
export class WorkerSessions {
  private readonly listeners = new Map<string, WorkerListener>();

  private constructor(private readonly root: CDPSession) {
    root.on('Target.attachedToTarget', (event) => this.greet(event));
  }

  /** `root`: a session with the browser itself. */
  static async watch(root: CDPSession): Promise<WorkerSessions> {
    const sessions = new WorkerSessions(root);
    const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    // Puppeteer's own demand, less the workers: whoever is told of a worker may set it going.
    const leaveOut = [{ type: 'page' }, ...SHARED_KINDS].map((kind) => ({ ...kind, exclude: true }));
    await root.connection()!.send('Target.setAutoAttach', { ...attaching, filter: [...leaveOut, {}] });
    await root.send('Target.setAutoAttach', { ...attaching, filter: [...SHARED_KINDS, { exclude: true }] });
    return sessions;
  }

  /** Until the function that this gives is called. */
  listen(contextId: string, listener: WorkerListener): () => void {
    this.listeners.set(contextId, listener);
    return () => this.listeners.delete(contextId);
  }

  private greet({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const worker = this.root.connection()?.session(sessionId);
    if (!worker) return;
    this.listeners.get(targetInfo.browserContextId ?? '')?.(worker);
    // It may have ended already, as its page did.
    worker.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  }
}
