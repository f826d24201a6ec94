import { z } from 'zod';

export const zeroDataRetention = z
  .boolean()
  .default(false)
  .describe(
    'Keep nothing of the pages once they were answered, in no table, cache, message or log line; 1 credit more a page. A scrape cannot be read again; the documents of a job are erased when they were read to the end, or some minutes after its end. Always so for a team that was set up like that',
  );
