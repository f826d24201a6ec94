import type { MapLink, MapSpec } from '@orbweaver/core';
import type { z } from 'zod';
import type { MapFieldsOfRequest } from './map-fields';

/** The map of an API version: schemas, and their translation to and from core. */
export interface MapVersion<M extends MapFieldsOfRequest = MapFieldsOfRequest> {
  name: 'v1' | 'v2';
  MapRequest: z.ZodType<M>;
  /** @param url the start URL with a scheme */
  toMapSpec(body: M, url: string): MapSpec;
  answer: { schema: z.ZodType; example: unknown };
  /** Fields before `links`. */
  writeHead(id: string): object;
  /** @param part JSON of an array of MapLink @returns JSON of an array of the version's links */
  writeLinks(part: string): string;
}

export const parseLinks = (part: string) => JSON.parse(part) as MapLink[];
