import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read, type Schemas } from '../../api/client';
import { Button, Problem } from '../../parts/basics';
import { type Fields, onSubmit } from '../../parts/form';
import { previewCron } from './cron-preview';

type Kind = Schemas['Schedule']['target']['type'];

const examples: Record<Kind, object> = {
  crawl: { url: 'https://example.com', limit: 100 },
  batch: { urls: ['https://example.com'] },
  map: { url: 'https://example.com' },
};
const kinds = Object.keys(examples) as Kind[];

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NewSchedule({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const [cron, setCron] = useState('0 6 * * 1-5');
  const [timezone, setTimezone] = useState(localZone);
  const [kind, setKind] = useState<Kind>('crawl');
  const [request, setRequest] = useState(() => writeExample('crawl'));
  const creating = useMutation({
    mutationFn: (fields: Fields) => read(api.POST('/v2/schedules', { body: bodyOf(fields) })),
    onSuccess: onCreated,
  });
  const choose = (text: string) => {
    const next = kinds.find((one) => one === text) ?? 'crawl';
    if (request === writeExample(kind)) setRequest(writeExample(next));
    setKind(next);
  };
  return (
    <section class="opened" aria-label="New schedule">
      <div class="heading">
        <h2>New schedule</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      <form onSubmit={onSubmit((fields) => creating.mutate(fields))}>
        <div class="filters">
          <label>
            Name
            <input name="name" required maxLength={200} autocomplete="off" />
          </label>
          <label>
            Cron
            <input
              name="cron"
              required
              spellcheck={false}
              autocomplete="off"
              value={cron}
              onInput={({ currentTarget }) => setCron(currentTarget.value)}
            />
          </label>
          <label>
            Time zone
            <input
              name="timezone"
              required
              spellcheck={false}
              autocomplete="off"
              value={timezone}
              onInput={({ currentTarget }) => setTimezone(currentTarget.value)}
            />
          </label>
        </div>
        <NextRuns cron={cron} timezone={timezone} />
        <div class="filters">
          <label>
            Operation
            <select name="kind" value={kind} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          <label>
            While one is running
            <select name="overlap">
              <option value="skip">skip the run</option>
              <option value="queue">run afterwards</option>
              <option value="cancel-running">cancel the running one</option>
            </select>
          </label>
          <label>
            Missed runs
            <select name="missedRuns">
              <option value="run-once">run once afterwards</option>
              <option value="skip">skip</option>
            </select>
          </label>
          <label>
            Webhook
            <input name="webhook" type="url" placeholder="https://" autocomplete="off" />
          </label>
        </div>
        <div class="field">
          <label for="schedule-request">Request</label>
          <textarea
            id="schedule-request"
            name="request"
            class="code"
            rows={8}
            spellcheck={false}
            required
            aria-describedby="schedule-request-help"
            value={request}
            onInput={({ currentTarget }) => {
              setRequest(currentTarget.value);
              currentTarget.setCustomValidity(isJson(currentTarget.value) ? '' : 'This is not valid JSON');
            }}
          />
          <p class="help" id="schedule-request-help">
            The body of the operation as JSON. The playground shows it under <strong>curl</strong>.
          </p>
        </div>
        <Problem error={creating.error} />
        <Button type="submit" look="primary" isBusy={creating.isPending}>
          Create
        </Button>
      </form>
    </section>
  );
}

function NextRuns({ cron, timezone }: { cron: string; timezone: string }) {
  const preview = previewCron(cron, timezone);
  return (
    <p class="hint" role="status">
      {'fault' in preview ? preview.fault : `Next runs: ${preview.times.join(' · ')}`}
    </p>
  );
}

const writeExample = (kind: Kind) => JSON.stringify(examples[kind], null, 2);

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** The service validates the request. */
function bodyOf({ name, cron, timezone, kind, overlap, missedRuns, webhook, request }: Fields) {
  const target = { type: kind, request: JSON.parse(request!) } as Schemas['ScheduledOperation'];
  return {
    name: name!.trim(),
    cron: cron!,
    timezone: timezone!.trim(),
    target,
    overlap: overlap as Schemas['Schedule']['overlap'],
    missedRuns: missedRuns as Schemas['Schedule']['missedRuns'],
    ...(webhook === '' ? {} : { webhook }),
  };
}
