import type { CDPSession } from 'puppeteer-core';

const ANSWERS = /^Fetch\.(?:continueRequest|failRequest|fulfillRequest|continueWithAuth)$/;

/**
 * Continues intercepted requests of workers in the session of their frame (`parent`), where DevTools pauses them.
 * Puppeteer may use the worker's session, which has no Fetch domain: the request would hang.
 */
export function answerForWorkers(child: CDPSession, parent: CDPSession): void {
  const send = child.send.bind(child) as (...args: unknown[]) => Promise<unknown>;
  child.send = (async (method: string, ...rest: unknown[]) => {
    try {
      return await send(method, ...rest);
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.includes("wasn't found");
      if (!isUnknown || !ANSWERS.test(method)) throw error;
      return await (parent.send as (...args: unknown[]) => Promise<unknown>).call(parent, method, ...rest);
    }
  }) as CDPSession['send'];
}
