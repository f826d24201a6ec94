import { useMutation } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { Badge, Button, OutLink, Problem } from '../../parts/basics';
import { inConsoleWords } from '../../parts/console-words';
import { onSubmit } from '../../parts/form';

/** Why a crawl visited or skipped a URL. */
export function Explain({ jobId }: { jobId: string }) {
  const asking = useMutation({
    mutationFn: (url: string) =>
      read(api.GET('/v2/crawl/{id}/explain', { params: { path: { id: jobId }, query: { url } } })),
  });
  const answer = asking.data;
  return (
    <>
      <form class="filters" onSubmit={onSubmit(({ url }) => asking.mutate(url!.trim()))}>
        <label>
          URL
          <input name="url" required spellcheck={false} autocomplete="off" />
        </label>
        <Button type="submit" look="primary" isBusy={asking.isPending}>
          Explain
        </Button>
      </form>
      <Problem error={asking.error} />
      {answer !== undefined && (
        <section aria-live="polite">
          <p>
            <Badge state={answer.state ?? (answer.admitted ? 'queued' : 'skipped')} />{' '}
            {inConsoleWords(answer.explanation)}
          </p>
          {answer.message !== undefined && <p class="notice">{inConsoleWords(answer.message)}</p>}
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
