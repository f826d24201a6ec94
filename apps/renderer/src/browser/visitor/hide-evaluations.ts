import type { CDPSession } from 'puppeteer-core';

/** Puppeteer names its scripts `pptr:…`, which stack traces inside a replaced native function show. */
const SOURCE_URL = /\n?\/\/# sourceURL=(?:pptr:|__puppeteer)[^\n]*\n?/g;

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
