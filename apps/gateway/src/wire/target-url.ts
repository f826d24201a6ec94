import { z } from 'zod';

/** A URL that TargetUrls reads and refuses with its own words; the keywords are for the OpenAPI document. */
export const targetUrl = z.string().meta({ minLength: 1, pattern: '\\S' });

/** For the OpenAPI document, where code checks that a URL is absolute. */
export const ABSOLUTE_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]';
