import { ApiError } from '../errors/api-error';
import { isId } from '../jobs/find-job';

type Thing = 'team' | 'key' | 'job' | 'event';

/** 404 of an id in the address. */
export const notFound = (thing: Thing, id: string) =>
  new ApiError(
    404,
    `There is no ${thing} ${isId(id) ? id : 'of that id'}${thing === 'job' || thing === 'event' ? '; it may have expired' : ''}`,
  );

/** The id in the address. @throws ApiError 404 for what is no id */
export function readPathId(thing: Thing, id: string): string {
  if (!isId(id)) throw notFound(thing, id);
  return id.toLowerCase();
}

export const UNKNOWN = (thing: Thing) => ({ 404: `There is no such ${thing}` });
