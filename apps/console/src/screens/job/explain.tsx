import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { Badge, Button, OutLink, Problem } from '../../parts/basics';

/** Why a crawl visited or skipped a URL. */
export function Explain({ jobId }: { jobId: string }) {
  const [url, setUrl] = useState('');
  const asking = useMutation({
    mutationFn: () =>
      read(api.GET('/v2/crawl/{id}/explain', { params: { path: { id: jobId }, query: { url: url.trim() } } })),
  });
  const answer = asking.data;
  const submit = (event: Event) => {
    event.preventDefault();
    asking.mutate();
  };
  return (
    <>
      <form class="filters" onSubmit={submit}>
        <label>
          URL
          <input required value={url} spellcheck={false} onInput={({ currentTarget }) => setUrl(currentTarget.value)} />
        </label>
        <Button type="submit" look="primary" isBusy={asking.isPending}>
          Explain
        </Button>
      </form>
      <Problem error={asking.error} />
      {answer !== undefined && (
        <section aria-live="polite">
          <p>
            <Badge state={answer.state ?? (answer.admitted ? 'queued' : 'skipped')} /> {answer.explanation}
          </p>
          {answer.message !== undefined && <p class="notice">{answer.message}</p>}
          {answer.path !== undefined && (
            <ol aria-label="Discovery path">
              {answer.path.map((step) => (
                <li key={step.url}>
                  <OutLink href={step.url} /> <span class="hint">{step.foundBy}</span>
                </li>
              ))}
            </ol>
          )}
        </section>
      )}
    </>
  );
}
