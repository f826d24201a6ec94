import type { CDPSession, Protocol } from 'puppeteer-core';

/**
 * Sets up a worker that has not run a line yet. The worker goes on when this returns, so everything sent until then is
 * in time.
 */
export type WorkerListener = (worker: CDPSession) => void;

/** Shared and service workers belong to no page. */
const SHARED_KINDS = [{ type: 'service_worker' }, { type: 'shared_worker' }];
const WITHOUT_SHARED = [...SHARED_KINDS.map((kind) => ({ ...kind, exclude: true })), {}];
const ATTACHING = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/**
 * Keeps shared and service workers from the session of a page or frame, which hears of those of its site. Puppeteer
 * leaves such a worker as soon as it runs, and a request that is intercepted in its session at that moment hangs for
 * ever. To be called after Puppeteer's own request, which is for every kind.
 */
export async function leaveOutShared(session: CDPSession): Promise<void> {
  await session.send('Target.setAutoAttach', { ...ATTACHING, filter: WITHOUT_SHARED });
}

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
    // Puppeteer's own request less the workers: every session that hears of a worker may start it.
    const filter = [{ type: 'page', exclude: true }, ...WITHOUT_SHARED];
    await root.connection()!.send('Target.setAutoAttach', { ...ATTACHING, filter });
    await root.send('Target.setAutoAttach', { ...ATTACHING, filter: [...SHARED_KINDS, { exclude: true }] });
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
