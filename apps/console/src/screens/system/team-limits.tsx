import { useMutation } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { Button, Problem } from '../../parts/basics';
import { type Fields, onSubmit } from '../../parts/form';

export interface Limits {
  maxConcurrency: number | null;
  scrapesPerMinute: number | null;
  jobsPerMinute: number | null;
  creditsLimited: boolean;
  zeroDataRetention: boolean;
}

export interface Hosts {
  allowed: string[];
  closed: string[];
}

const lists = [
  ['allowed', 'Allowed hosts, one per line', 'all hosts'],
  ['closed', 'Closed hosts, one per line', 'no host'],
] as const;

const counts = [
  ['maxConcurrency', 'Concurrent pages'],
  ['scrapesPerMinute', 'Scrapes per minute'],
  ['jobsPerMinute', 'Jobs per minute'],
] as const;
const switches = [
  ['creditsLimited', 'Reject work above the credits'],
  ['zeroDataRetention', 'Zero data retention for every request'],
] as const;

interface TeamLimitsProps {
  team: Limits & { id: string; name: string; hosts: Hosts };
  onSaved: () => void;
  onClose: () => void;
}

/** The limits and hosts of a team. An empty count means no limit. */
export function TeamLimits({ team, onSaved, onClose }: TeamLimitsProps) {
  const saving = useMutation({
    mutationFn: (limits: Limits & { hosts: Hosts }) =>
      read(api.PATCH('/admin/v1/teams/{id}', { params: { path: { id: team.id } }, body: limits })),
    onSuccess: onSaved,
  });
  return (
    <form
      class="opened"
      aria-label={`Limits and hosts of ${team.name}`}
      onSubmit={onSubmit((fields) => saving.mutate({ ...limitsOf(fields), hosts: hostsOf(fields) }))}
    >
      <div class="heading">
        <h2>Limits and hosts of {team.name}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      {counts.map(([name, label]) => (
        <div class="field" key={name}>
          <label for={name}>{label}</label>
          <input
            id={name}
            name={name}
            type="number"
            min={1}
            step={1}
            placeholder="not limited"
            defaultValue={team[name] ?? ''}
          />
        </div>
      ))}
      {switches.map(([name, label]) => (
        <label key={name} class="check">
          <input type="checkbox" name={name} defaultChecked={team[name]} /> {label}
        </label>
      ))}
      {lists.map(([list, label, none]) => (
        <div class="field" key={list}>
          <label for={`hosts-${list}`}>{label}</label>
          <textarea
            id={`hosts-${list}`}
            name={list}
            rows={3}
            placeholder={none}
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

function hostsOf(fields: Fields): Hosts {
  const entries = (list: string) => (fields[list] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return { allowed: entries('allowed'), closed: entries('closed') };
}

function limitsOf(fields: Fields): Limits {
  const count = (name: string) => (fields[name] === '' ? null : Number(fields[name]));
  return {
    maxConcurrency: count('maxConcurrency'),
    scrapesPerMinute: count('scrapesPerMinute'),
    jobsPerMinute: count('jobsPerMinute'),
    creditsLimited: 'creditsLimited' in fields,
    zeroDataRetention: 'zeroDataRetention' in fields,
  };
}
