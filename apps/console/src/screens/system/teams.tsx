import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Button, Problem } from '../../parts/basics';
import { formatCount, formatTime } from '../../parts/format';

export function Teams() {
  const [version, setVersion] = useState(0);
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
  return (
    <div class="wide">
      <Problem error={teams.error ?? switching.error} />
      <table class="pairs">
        <thead>
          <tr>
            {['team', 'keys', 'concurrency', 'scrapes/min', 'jobs/min', 'created', 'action'].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.rows.map(
            ({ id, name, keys, maxConcurrency, scrapesPerMinute, jobsPerMinute, createdAt, disabledAt }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{keys}</td>
                <td>{limit(maxConcurrency)}</td>
                <td>{limit(scrapesPerMinute)}</td>
                <td>{limit(jobsPerMinute)}</td>
                <td>{formatTime(createdAt)}</td>
                <td>
                  <Button
                    look={disabledAt === null ? 'danger' : 'plain'}
                    aria-label={`${disabledAt === null ? 'Disable' : 'Enable'} ${name}`}
                    onClick={() => switching.mutate({ id, isDisabled: disabledAt !== null })}
                  >
                    {disabledAt === null ? 'Disable' : 'Enable'}
                  </Button>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

const limit = (value: number | null) => (value === null ? 'not limited' : formatCount(value));
