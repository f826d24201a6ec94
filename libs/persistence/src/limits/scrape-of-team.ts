import { Prisma } from '../database';

/** `spec->'scrape'` with the current hosts of the team, for a SELECT from `jobs`: the spec has those of the job's start. */
export const scrapeOfTeam = Prisma.sql`(coalesce(jobs.spec->'scrape', '{}') - 'hosts' || coalesce(
  (SELECT jsonb_build_object('hosts', jsonb_build_object('allowed', to_jsonb(t.allowed_hosts),
                                                         'closed', to_jsonb(t.closed_hosts)))
   FROM teams t WHERE t.id = jobs.team_id AND cardinality(t.allowed_hosts) + cardinality(t.closed_hosts) > 0),
  '{}'))`;
