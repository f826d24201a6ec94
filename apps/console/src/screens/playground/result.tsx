import type { Schemas } from '../../api/client';
import { errorText } from '../../api/client';
import { OutLink, Problem } from '../../parts/basics';
import { DocumentView, type PageDocument } from '../../parts/document-view';
import { Json } from '../../parts/source';
import { VirtualList } from '../../parts/virtual-list';

interface Answer {
  success?: boolean;
  warning?: string;
  data?: unknown;
  links?: Schemas['MapLink'][];
}

/** The response of a playground request, by operation. */
export function Result({ operation, body }: { operation: string; body: unknown }) {
  const answer = (body ?? {}) as Answer;
  if (answer.success !== true) {
    return (
      <>
        <Problem error={errorText(body, 0)} />
        <Json value={body} fileName="response.json" />
      </>
    );
  }
  return (
    <>
      {answer.warning !== undefined && <p class="notice">{answer.warning}</p>}
      {contentOf(operation, answer)}
    </>
  );
}

function contentOf(operation: string, answer: Answer) {
  if ((operation === 'scrape' || operation === 'parse') && isObject(answer.data)) {
    return <DocumentView document={answer.data as PageDocument} />;
  }
  if (operation === 'map' && answer.links !== undefined) return <MapLinks links={answer.links} />;
  if (operation === 'search' && isObject(answer.data)) return <Hits data={answer.data as Schemas['SearchData']} />;
  return <Json value={answer} fileName="response.json" />;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

const MapLinks = ({ links }: { links: readonly Schemas['MapLink'][] }) => (
  <>
    <p class="summary">{links.length.toLocaleString('en')} URLs</p>
    <VirtualList
      label="URLs of the site"
      rows={links}
      rowHeight={44}
      keyOf={({ url }) => url}
      render={({ url, title }) => (
        <>
          <OutLink href={url} />
          <span class="hint">{title}</span>
        </>
      )}
    />
  </>
);

function Hits({ data }: { data: Schemas['SearchData'] }) {
  const groups = Object.entries(data) as [string, Record<string, unknown>[] | undefined][];
  return (
    <>
      {groups.map(([source, hits = []]) => (
        <section key={source}>
          <h2>
            {source} ({hits.length})
          </h2>
          <ol class="hits">
            {hits.map((hit) => (
              <li key={String(hit.url)}>
                <OutLink href={String(hit.url)}>{String(hit.title || hit.url)}</OutLink>
                <p>{String(hit.description ?? hit.snippet ?? '')}</p>
                {typeof hit.error === 'string' && <p class="notice">{hit.error}</p>}
                {(hit.markdown !== undefined || hit.html !== undefined) && (
                  <details>
                    <summary>Document</summary>
                    <DocumentView document={hit as PageDocument} />
                  </details>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
