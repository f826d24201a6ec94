import { useMutation, useQuery } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { Button, Problem } from '../../parts/basics';
import { type Fields, onSubmit } from '../../parts/form';
import { changedLimits, countNames, type Hosts, hostListNames, type Limits, switchNames } from './changed-limits';

const counts = {
  maxConcurrency: { label: 'Concurrent pages', none: 'not limited' },
  scrapesPerMinute: { label: 'Scrapes per minute', none: 'not limited' },
  jobsPerMinute: { label: 'Jobs per minute', none: 'not limited' },
  retentionHours: { label: 'Hours until jobs expire', none: 'default of the installation' },
};
const switches = {
  creditsLimited: 'Reject work above the credits',
  zeroDataRetention: 'Zero data retention for every request',
};
const lists = {
  allowed: { label: 'Allowed hosts, one per line', none: 'all hosts' },
  closed: { label: 'Closed hosts, one per line', none: 'no host' },
};

interface TeamLimitsProps {
  id: string;
  name: string;
  onSaved: () => void;
  onClose: () => void;
}

/** The limits and hosts of a team, as they are when the form opens. */
export function TeamLimits({ id, name, onSaved, onClose }: TeamLimitsProps) {
  const team = useQuery({
    queryKey: ['limits', id],
    queryFn: async () => (await read(api.GET('/admin/v1/teams/{id}', { params: { path: { id } } }))).team,
    // Changes are found by comparison with the team as it was opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <section class="opened" aria-label={`Limits and hosts of ${name}`}>
      <div class="heading">
        <h2>Limits and hosts of {name}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      <Problem error={team.error} />
      {team.data !== undefined && <LimitsForm team={team.data} onSaved={onSaved} onUnchanged={onClose} />}
    </section>
  );
}

interface LimitsFormProps {
  team: Limits & { id: string; hosts: Hosts };
  onSaved: () => void;
  onUnchanged: () => void;
}

/** An empty count removes the limit. */
function LimitsForm({ team, onSaved, onUnchanged }: LimitsFormProps) {
  const saving = useMutation({
    mutationFn: (changes: ReturnType<typeof changedLimits>) =>
      read(api.PATCH('/admin/v1/teams/{id}', { params: { path: { id: team.id } }, body: changes })),
    onSuccess: onSaved,
  });
  const save = (fields: Fields) => {
    const changes = changedLimits(team, fields);
    if (Object.keys(changes).length === 0) onUnchanged();
    else saving.mutate(changes);
  };
  return (
    <form onSubmit={onSubmit(save)}>
      {countNames.map((name) => (
        <div class="field" key={name}>
          <label for={name}>{counts[name].label}</label>
          <input
            id={name}
            name={name}
            type="number"
            min={1}
            step={1}
            placeholder={counts[name].none}
            defaultValue={team[name] ?? ''}
          />
        </div>
      ))}
      {switchNames.map((name) => (
        <label key={name} class="check">
          <input type="checkbox" name={name} defaultChecked={team[name]} /> {switches[name]}
        </label>
      ))}
      {hostListNames.map((list) => (
        <div class="field" key={list}>
          <label for={`hosts-${list}`}>{lists[list].label}</label>
          <textarea
            id={`hosts-${list}`}
            name={list}
            rows={3}
            placeholder={lists[list].none}
            spellcheck={false}
            defaultValue={team.hosts[list].join('\n')}
          />
        </div>
      ))}
      <p class="hint">
        Host names (*.example.com: all subdomains), addresses and CIDR blocks, each with an optional port. Closed hosts
        take precedence.
      </p>
      <Problem error={saving.error} />
      <div class="actions">
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          Save
        </Button>
        <span class="hint">Gateways apply them within 20 seconds.</span>
      </div>
    </form>
  );
}
