import { useQuery } from '@tanstack/preact-query';
import { api, read } from '../api/client';
import { Loading, Problem } from './basics';
import { DocumentView } from './document-view';

/** The document of a page or of a scrape. */
export function StoredDocument({ id }: { id: string }) {
  const page = useQuery({
    queryKey: ['document', id],
    queryFn: () => read(api.GET('/v2/scrape/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <Problem error={page.error} />
      {page.isPending && <Loading />}
      {page.data !== undefined && <DocumentView key={id} document={page.data.data} />}
    </>
  );
}
