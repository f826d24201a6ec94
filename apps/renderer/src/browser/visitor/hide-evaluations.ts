import type { CDPSession } from 'puppeteer-core';

/**
 * Puppeteer names its scripts `pptr:…`, and the stack of an error inside a replaced native function shows that name.
 */
const SOURCE_URL = /\n?\/\/# sourceURL=(?:pptr:|__puppeteer)[^\n]*\n?/g;

/** From now on, scripts evaluated through the session have no name. */
export function hideEvaluations(session: CDPSession): void {
  const send = session.send.bind(session) as (...args: unknown[]) => unknown;
  session.send = ((method: string, params?: Record<string, unknown>, ...rest: unknown[]) =>
    send(method, withoutNames(params), ...rest)) as CDPSession['send'];
}

function withoutNames(params: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  for (const field of ['functionDeclaration', 'expression']) {
    const source = params?.[field];
    if (typeof source === 'string') return { ...params, [field]: source.replace(SOURCE_URL, '') };
  }
  return params;
}
