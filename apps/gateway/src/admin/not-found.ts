import { ApiError } from '../errors/api-error';
import { isId } from '../jobs/find-job';

type Thing = 'team' | 'key' | 'job' | 'event';

export const notFound = (thing: Thing, id: string) =>
  new ApiError(
    404,
    `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found${isId(id) ? `: ${id}` : ''}${thing === 'job' || thing === 'event' ? '. It may have expired' : ''}`,
  );

/** The id in the path. @throws ApiError 404 for an invalid id */
export function readPathId(thing: Thing, id: string): string {
  if (!isId(id)) throw notFound(thing, id);
  return id.toLowerCase();
}

export const UNKNOWN = (thing: Thing) => ({ 404: `Unknown ${thing}` });
