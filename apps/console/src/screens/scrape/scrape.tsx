import { StoredDocument } from '../../parts/stored-document';

export default function Scrape({ params: { id } }: { params: { id: string } }) {
  return (
    <>
      <h1 class="id">
        Scrape <code>{id}</code>
      </h1>
      <StoredDocument id={id} />
    </>
  );
}
