import type { CDPSession, Protocol } from 'puppeteer-core';

/** Sets up a worker before its first line. The worker runs when this returns, so commands must be sent before. */
export type WorkerListener = (worker: CDPSession) => void;

/** Shared and service workers are not attached to a page. */
const SHARED_KINDS = [{ type: 'service_worker' }, { type: 'shared_worker' }];
const WITHOUT_SHARED = [...SHARED_KINDS.map((kind) => ({ ...kind, exclude: true })), {}];
const ATTACHING = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/**
 * Detaches shared and service workers from the session of a page or frame. Puppeteer detaches them when they run, and a
 * request that is paused then would hang. Must be called after Puppeteer's own command, which attaches all kinds.
 */
export async function leaveOutShared(session: CDPSession): Promise<void> {
  await session.send('Target.setAutoAttach', { ...ATTACHING, filter: WITHOUT_SHARED });
}

/** Pauses shared and service workers of a browser before their first line, for the listener of their context. */
export class WorkerSessions {
  private readonly listeners = new Map<string, WorkerListener>();

  private constructor(private readonly root: CDPSession) {
    root.on('Target.attachedToTarget', (event) => this.setUp(event));
  }

  static async watch(root: CDPSession): Promise<WorkerSessions> {
    const sessions = new WorkerSessions(root);
    // Puppeteer's own command without workers: every attached session may start them.
    const filter = [{ type: 'page', exclude: true }, ...WITHOUT_SHARED];
    await root.connection()!.send('Target.setAutoAttach', { ...ATTACHING, filter });
    await root.send('Target.setAutoAttach', { ...ATTACHING, filter: [...SHARED_KINDS, { exclude: true }] });
    return sessions;
  }

  listen(contextId: string, listener: WorkerListener): () => void {
    this.listeners.set(contextId, listener);
    return () => this.listeners.delete(contextId);
  }

  private setUp({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    const worker = this.root.connection()?.session(sessionId);
    if (!worker) return;
    this.listeners.get(targetInfo.browserContextId ?? '')?.(worker);
    // The worker may have closed with its page.
    worker.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  }
}
