import { useQuery } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { Figure, Problem } from '../../parts/basics';
import { formatCount } from '../../parts/format';

/** The limits and hosts of the team, which only an administrator changes. */
export function TeamRules() {
  const team = useQuery({
    queryKey: ['team'],
    queryFn: async () => (await read(api.GET('/v2/team'))).team,
  });
  if (team.data === undefined) return <Problem error={team.error} />;
  const { limits, hosts } = team.data;
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Limits and hosts</h2>
      <p class="hint">
        Read-only: limits, credits and hosts protect the installation and its other teams, so its operator sets them.
      </p>
      <dl class="figures">
        <Figure name="concurrent pages">{limited(limits.maxConcurrency)}</Figure>
        <Figure name="scrapes per minute">{limited(limits.scrapesPerMinute)}</Figure>
        <Figure name="jobs per minute">{limited(limits.jobsPerMinute)}</Figure>
        <Figure name="hours until jobs expire">
          {limits.retentionHours === null ? 'default of the installation' : formatCount(limits.retentionHours)}
        </Figure>
        <Figure name="work above the credits">{limits.creditsLimited ? 'rejected' : 'accepted'}</Figure>
        <Figure name="zero data retention">{limits.zeroDataRetention ? 'for every request' : 'on request'}</Figure>
        <Figure name="allowed hosts">{listed(hosts.allowed, 'all')}</Figure>
        <Figure name="closed hosts">{listed(hosts.closed, 'none')}</Figure>
      </dl>
    </section>
  );
}

const limited = (value: number | null) => (value === null ? 'not limited' : formatCount(value));

const listed = (hosts: readonly string[], none: string) => (hosts.length === 0 ? none : hosts.join(', '));
