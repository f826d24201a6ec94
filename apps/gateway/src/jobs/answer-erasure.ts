import type { ErasureView, RequestedErasure } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { notFound } from '../errors/path-id';

const RUNNING = 'The job is running. Cancel it, and erase its documents when it has ended';
const ENDING = 'The job was cancelled, but pages are still being scraped. Repeat the request in some seconds';

/** @throws ApiError 404, or 409 for a running job */
export function answerErasure(answer: RequestedErasure, id: string) {
  if (answer.kind === 'unknown') throw notFound('job', id);
  if (answer.kind === 'running') {
    throw new ApiError(409, answer.isCancelled ? ENDING : RUNNING);
  }
  return describeErasure(answer.erasure);
}

export function describeErasure(erasure: ErasureView) {
  const { id, teamId: _, requestedAt, completedAt, actor, apiKeyId: __, requestId: ___, ...counts } = erasure;
  return {
    success: true,
    id,
    status: completedAt === null ? 'erasing' : 'erased',
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    by: actor,
    counts,
  };
}
