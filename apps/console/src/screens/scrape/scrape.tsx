import { StoredDocument } from '../../parts/stored-document';
import { useTitle } from '../../parts/use-title';
import { RunWithChanges } from '../playground/run-with-changes';

export default function Scrape({ params: { id } }: { params: { id: string } }) {
  useTitle('Scrape');
  return (
    <>
      <h1 class="id">
        Scrape <code>{id}</code>
      </h1>
      <div class="actions">
        <RunWithChanges jobId={id} />
      </div>
      <StoredDocument id={id} />
    </>
  );
}
