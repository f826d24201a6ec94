import { header } from '../wire/wire-message';
import type { MessageTracing } from './message-tracing';
import { currentWork } from './work-scope';

/** Headers of the current work for a published message. */
export function workHeaders(tracing: MessageTracing | undefined): Readonly<Record<string, string>> {
  const requestId = currentWork()?.ids.requestId;
  if (requestId === undefined) return tracing === undefined ? NOTHING : tracing.headers();
  return { [header.request]: requestId, ...tracing?.headers() };
}

const NOTHING = {};
