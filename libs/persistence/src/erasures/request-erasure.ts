import { JobSpec, redactSpec } from '@orbweaver/core';
import type { Database } from '../database';
import { type Actor, created, noteChange } from '../note-change';
import { type ErasureView, readErasure } from './read-erasure';
import { contextOf } from './traces';

export type RequestedErasure =
  | { kind: 'unknown' }
  /** `isCancelled`: it ends within seconds. */
  | { kind: 'running'; isCancelled: boolean }
  /** The first request, or the one that a repetition found. */
  | { kind: 'requested'; erasure: ErasureView };

/**
 * Hides all pages of an ended job at once and schedules their erasure, with an audit entry. Idempotent. An expired job is
 * unknown unless its erasure was requested before.
 * @param job.teamId undefined: of any team
 */
export function requestErasure(
  database: Database,
  actor: Actor,
  { jobId, teamId }: { jobId: string; teamId?: string },
): Promise<RequestedErasure> {
  return database.$transaction(async (transaction): Promise<RequestedErasure> => {
    const [job] = await transaction.$queryRaw<
      { teamId: string; state: string; isCancelled: boolean; spec: unknown; completed: number; failed: number }[]
    >`
      SELECT team_id AS "teamId", state, cancel_requested_at IS NOT NULL AS "isCancelled", spec, completed, failed
      FROM jobs
      WHERE id = ${jobId}::uuid AND kind <> 'schedule' AND expires_at > now() FOR UPDATE`;
    // A proof outlives its job.
    const earlier = await readErasure(transaction, jobId);
    const owner = earlier?.teamId ?? job?.teamId;
    if (owner === undefined || (teamId !== undefined && owner !== teamId)) return { kind: 'unknown' };
    if (earlier !== undefined) return { kind: 'requested', erasure: earlier };
    if (job === undefined) return { kind: 'unknown' };
    if (job.state === 'scraping') return { kind: 'running', isCancelled: job.isCancelled };
    const spec = JobSpec.safeParse(job.spec);
    await transaction.$executeRaw`
      INSERT INTO job_erasures (id, team_id, api_key_id, actor, request_id, context)
      VALUES (${jobId}::uuid, ${job.teamId}::uuid, ${actor.apiKeyId}::uuid, ${actor.name}, ${actor.requestId},
              ${spec.success ? JSON.stringify(contextOf(spec.data)) : null}::jsonb)`;
    await transaction.$executeRaw`
      UPDATE jobs SET erased_at = coalesce(erased_at, now()), erase_due_at = now(), error = NULL,
                      spec = ${JSON.stringify(spec.success ? redactSpec(spec.data) : {})}::jsonb
      WHERE id = ${jobId}::uuid`;
    const { completed, failed } = job;
    const changes = created({ documents: completed, failures: failed });
    await noteChange(transaction, actor, { action: 'job.erase', teamId: job.teamId, target: jobId, changes });
    return { kind: 'requested', erasure: (await readErasure(transaction, jobId))! };
  });
}
