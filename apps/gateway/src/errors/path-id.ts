import { z } from 'zod';
import { ApiError } from './api-error';

type Resource = 'team' | 'key' | 'job' | 'event' | 'schedule' | 'run' | 'erasure';

const uuid = z.uuid();

export const isId = (text: string): boolean => uuid.safeParse(text).success;

export const notFound = (resource: Resource, id: string) =>
  new ApiError(
    404,
    `${resource.charAt(0).toUpperCase()}${resource.slice(1)} not found${isId(id) ? `: ${id}` : ''}${resource === 'job' || resource === 'event' ? '. It may have expired' : ''}`,
  );

/** The id in the path. @throws ApiError 404 for an invalid id */
export function readPathId(resource: Resource, id: string): string {
  if (!isId(id)) throw notFound(resource, id);
  return id.toLowerCase();
}

export const unknownResource = (resource: Resource) => ({ 404: `Unknown ${resource}` });
