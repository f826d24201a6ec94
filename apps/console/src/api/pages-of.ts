import { useInfiniteQuery } from '@tanstack/preact-query';

/** The cursor in the URL of the next page. */
export function cursorOf(next: string | undefined): string | undefined {
  return next === undefined ? undefined : (new URL(next).searchParams.get('after') ?? undefined);
}

interface Listing<T> {
  rows: T[];
  next: string | undefined;
}

/** The rows of a list that is read page by page as it is scrolled. */
export function usePages<T>(
  key: readonly unknown[],
  readPage: (after: string | undefined) => Promise<Listing<T>>,
  { refetchMs }: { refetchMs?: number | undefined } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Listing<T>) => cursorOf(next),
    refetchInterval: refetchMs ?? false,
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const more = () => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return { rows, more, error: query.error, isPending: query.isPending };
}
