import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Button, Problem, Table } from '../../parts/basics';
import { formatCount, formatTime } from '../../parts/format';
import { TeamLimits } from './team-limits';

export function Teams() {
  const [version, setVersion] = useState(0);
  const [editedId, edit] = useState<string>();
  const teams = usePages(['teams', version], async (after) => {
    const page = await read(api.GET('/admin/v1/teams', { params: { query: { after } } }));
    return { rows: page.teams, next: page.next };
  });
  const switching = useMutation({
    mutationFn: ({ id, isDisabled }: { id: string; isDisabled: boolean }) => {
      const path = { params: { path: { id } } };
      return read(
        isDisabled ? api.POST('/admin/v1/teams/{id}/enable', path) : api.POST('/admin/v1/teams/{id}/disable', path),
      );
    },
    onSuccess: () => setVersion((before) => before + 1),
  });
  const edited = teams.rows.find(({ id }) => id === editedId);
  return (
    <>
      <Problem error={teams.error ?? switching.error} />
      <Table
        caption="Teams"
        head={['team', 'keys', 'concurrency', 'scrapes/min', 'jobs/min', 'hosts', 'created', 'actions']}
        rows={teams.rows.map(
          ({ id, name, keys, maxConcurrency, scrapesPerMinute, jobsPerMinute, hostCounts, createdAt, disabledAt }) => [
            name,
            formatCount(keys),
            limit(maxConcurrency),
            limit(scrapesPerMinute),
            limit(jobsPerMinute),
            hostsOf(hostCounts),
            formatTime(createdAt),
            <div class="actions" key={id}>
              <Button aria-label={`Edit the limits and hosts of ${name}`} onClick={() => edit(id)}>
                Edit
              </Button>
              <Button
                look={disabledAt === null ? 'danger' : 'plain'}
                aria-label={`${disabledAt === null ? 'Disable' : 'Enable'} ${name}`}
                onClick={() => switching.mutate({ id, isDisabled: disabledAt !== null })}
              >
                {disabledAt === null ? 'Disable' : 'Enable'}
              </Button>
            </div>,
          ],
        )}
      />
      {edited !== undefined && (
        <TeamLimits
          key={edited.id}
          id={edited.id}
          name={edited.name}
          onSaved={() => {
            edit(undefined);
            setVersion((before) => before + 1);
          }}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  );
}

const hostsOf = ({ allowed, closed }: { allowed: number; closed: number }) => {
  const base = allowed === 0 ? 'all' : `${formatCount(allowed)} allowed`;
  return closed === 0 ? base : `${base}, ${formatCount(closed)} closed`;
};

const limit = (value: number | null) => (value === null ? 'not limited' : formatCount(value));
