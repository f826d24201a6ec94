import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { Button, Problem } from '../../parts/basics';

export interface Limits {
  maxConcurrency: number | null;
  scrapesPerMinute: number | null;
  jobsPerMinute: number | null;
  creditsLimited: boolean;
  zeroDataRetention: boolean;
}

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
  team: Limits & { id: string; name: string };
  onSaved: () => void;
  onClose: () => void;
}

/** The limits of a team. An empty count means no limit. */
export function TeamLimits({ team, onSaved, onClose }: TeamLimitsProps) {
  const [limits, setLimits] = useState<Limits>(() => ({
    maxConcurrency: team.maxConcurrency,
    scrapesPerMinute: team.scrapesPerMinute,
    jobsPerMinute: team.jobsPerMinute,
    creditsLimited: team.creditsLimited,
    zeroDataRetention: team.zeroDataRetention,
  }));
  const saving = useMutation({
    mutationFn: () => read(api.PATCH('/admin/v1/teams/{id}', { params: { path: { id: team.id } }, body: limits })),
    onSuccess: onSaved,
  });
  const submit = (event: Event) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form class="opened" aria-label={`Limits of ${team.name}`} onSubmit={submit}>
      <div class="heading">
        <h2>Limits of {team.name}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      {counts.map(([name, label]) => (
        <div class="field" key={name}>
          <label for={name}>{label}</label>
          <input
            id={name}
            type="number"
            min={1}
            step={1}
            placeholder="not limited"
            value={limits[name] ?? ''}
            onInput={({ currentTarget: { value, valueAsNumber } }) =>
              setLimits({ ...limits, [name]: value === '' ? null : valueAsNumber })
            }
          />
        </div>
      ))}
      {switches.map(([name, label]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={limits[name]}
            onChange={({ currentTarget }) => setLimits({ ...limits, [name]: currentTarget.checked })}
          />{' '}
          {label}
        </label>
      ))}
      <Problem error={saving.error} />
      <div class="actions">
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          Save limits
        </Button>
        <span class="hint">Gateways apply them within 20 seconds.</span>
      </div>
    </form>
  );
}
