import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { api, read, type Schemas } from '../../api/client';
import { Problem } from '../../parts/basics';
import type { Body } from './drafts';

const MAX_URLS = 1_000;
const TYPING_PAUSE_MS = 400;

/** Lists which URLs the edited crawl rules admit, with the reasons. */
export function RulesPreview({ crawl }: { crawl: Body }) {
  const [text, setText] = useState('');
  const urls = text
    .split(/\s+/)
    .filter((url) => url !== '')
    .slice(0, MAX_URLS);
  const asked = useDelayed(JSON.stringify({ ...crawl, urls }), TYPING_PAUSE_MS);
  const preview = useQuery({
    queryKey: ['rules', asked],
    queryFn: () => read(api.POST('/v2/crawl/preview', { body: JSON.parse(asked) as Schemas['V2CrawlPreviewRequest'] })),
    enabled: (JSON.parse(asked) as { urls: string[] }).urls.length > 0,
    placeholderData: (before) => before,
  });
  return (
    <details class="rules">
      <summary>Preview the rules</summary>
      <label>
        URLs, one on a line
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Problem error={preview.error} />
      {urls.length > 0 && preview.data !== undefined && (
        <ul class="verdicts" aria-live="polite">
          {preview.data.urls.map(({ url, admitted, explanation }) => (
            <li key={url} class={admitted ? 'admitted' : 'skipped'}>
              <code>{url}</code>
              <span>
                <strong>{admitted ? 'visited' : 'skipped'}</strong> {explanation}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function useDelayed<T>(value: T, ms: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return delayed;
}
