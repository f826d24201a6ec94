import { useState } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { OutLink } from './basics';
import { Branding } from './branding';
import { LockedFrame } from './locked-frame';
import { RenderedMarkdown } from './rendered-markdown';
import { Json, Source } from './source';
import { Tabs } from './tabs';
import { VirtualList } from './virtual-list';

export type PageDocument = Schemas['V2Document'];

interface View {
  id: string;
  label: string;
  show: () => preact.ComponentChildren;
}

/** A document, one tab for each content that it has. */
export function DocumentView({ document: page }: { document: PageDocument }) {
  const views = viewsOf(page);
  const [selected, select] = useState(views[0]!.id);
  const view = views.find(({ id }) => id === selected) ?? views[0]!;
  const { metadata, warning } = page;
  const url = String(metadata?.sourceURL ?? metadata?.url ?? '');
  return (
    <article class="document">
      <h2>{String(metadata?.title ?? url) || 'Document'}</h2>
      {url !== '' && (
        <p>
          <OutLink href={url} />
        </p>
      )}
      {warning !== undefined && <p class="notice">{warning}</p>}
      <Tabs label="Content" tabs={views} selected={view.id} onSelect={select}>
        {view.show()}
      </Tabs>
    </article>
  );
}

function viewsOf(page: PageDocument): View[] {
  const { markdown, html, rawHtml, screenshot, links, images, json, summary, branding, changeTracking } = page;
  const views: (View | false)[] = [
    markdown !== undefined && view('markdown', 'Markdown', () => <RenderedMarkdown text={markdown} />),
    markdown !== undefined && view('source', 'Source', () => <Source text={markdown} fileName="page.md" />),
    typeof html === 'string' && view('html', 'HTML', () => <LockedFrame title="Cleaned HTML" html={html} />),
    typeof html === 'string' && view('html-source', 'HTML source', () => <Source text={html} fileName="page.html" />),
    typeof rawHtml === 'string' && view('raw', 'Raw HTML', () => <Source text={rawHtml} fileName="page.raw.html" />),
    typeof screenshot === 'string' && view('screenshot', 'Screenshot', () => <Screenshot src={screenshot} />),
    links !== undefined && view('links', `Links (${links.length})`, () => <UrlList label="Links" urls={links} />),
    images !== undefined && view('images', `Images (${images.length})`, () => <UrlList label="Images" urls={images} />),
    json !== undefined && view('json', 'JSON', () => <Json value={json} fileName="page.json" />),
    typeof summary === 'string' && view('summary', 'Summary', () => <p>{summary}</p>),
    branding !== undefined && view('branding', 'Branding', () => <Branding branding={branding} />),
    changeTracking !== undefined && view('changes', 'Changes', () => <Changes tracking={changeTracking} />),
    view('metadata', 'Metadata', () => <Metadata metadata={page.metadata ?? {}} />),
    view('all', 'Response', () => <Json value={page} fileName="document.json" />),
  ];
  return views.filter((one) => one !== false);
}

const view = (id: string, label: string, show: View['show']): View => ({ id, label, show });

/** Data URLs and files of the service; the policy of the console blocks other hosts. */
const Screenshot = ({ src }: { src: string }) => <img class="screenshot" src={src} alt="Screenshot of the page" />;

const UrlList = ({ label, urls }: { label: string; urls: readonly string[] }) => (
  <VirtualList
    label={label}
    rows={urls}
    rowHeight={28}
    keyOf={(url, index) => `${index} ${url}`}
    render={(url) => <OutLink href={url} />}
  />
);

const Metadata = ({ metadata }: { metadata: object }) => (
  <table class="pairs">
    <tbody>
      {Object.entries(metadata).map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Changes({ tracking }: { tracking: NonNullable<PageDocument['changeTracking']> }) {
  const { changeStatus, previousScrapeAt, diff, json } = tracking;
  return (
    <>
      <p>
        <strong>{changeStatus}</strong>
        {previousScrapeAt ? ` since ${previousScrapeAt}` : ''}
      </p>
      {diff !== undefined && <Diff text={diff} />}
      {json !== undefined && json !== null && <Json value={json} fileName="changes.json" />}
    </>
  );
}

const KIND = { '+': 'added', '-': 'removed', '@': 'place' } as const;

const Diff = ({ text }: { text: string }) => (
  <pre class="diff">
    {text.split('\n').map((line, index) => (
      <span key={index} class={KIND[line.charAt(0) as keyof typeof KIND]}>
        {`${line}\n`}
      </span>
    ))}
  </pre>
);
