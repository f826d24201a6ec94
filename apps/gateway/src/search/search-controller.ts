import { Controller, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { sendJson } from '../edge/send-json';
import { requestErrors } from '../errors/error-codes';
import { RateLimited } from '../limits/rate-guard';
import type { ApiVersion } from '../wire/api-version';
import { warnOfDroppedKeys } from '../wire/dropped-keys';
import { SearchWeb } from './search-web';

export function searchController(version: ApiVersion): Type<unknown> {
  const { search } = version;

  @Controller(version.name)
  @Authenticated()
  class SearchController {
    constructor(private readonly web: SearchWeb) {}

    @Post('search')
    @RateLimited('scrape')
    @Operation({
      summary: 'Search the web',
      description:
        'Returns results of the search engine that the operator has configured (`SEARCH_URL`). With `scrapeOptions.formats`, each result is also scraped; a result that cannot be scraped keeps its title and description, and `metadata.error` contains the reason. 2 credits per 10 results, and the pages.',
      tag: 'search',
      body: { schema: search.SearchRequest, example: { query: 'orb weaver spiders', limit: 5 } },
      answer: { schema: search.Searched, example: search.example },
      errors: {
        400: 'Invalid body, or no search engine is configured',
        402: "The team's credits do not cover the request",
        408: 'The search was not finished within its timeout',
        429: 'Rate limit of the team exceeded. Retry after `Retry-After`',
        503: `${requestErrors.SEARCH_UNAVAILABLE}; or: ${requestErrors.STORE_UNAVAILABLE}`,
      },
    })
    async search(
      @CurrentCaller() caller: Caller,
      @WireBody() body: unknown,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const dropped = warnOfDroppedKeys(search.SearchRequest, request.body, body);
      const asked = search.toSubmission(body);
      const submission = {
        ...asked,
        zeroDataRetention: asked.zeroDataRetention || caller.zeroDataRetention,
        warnings: [...asked.warnings, ...(dropped === undefined ? [] : [dropped])],
      };
      const outcome = await this.web.search(caller, submission, untilClosed(request, response));
      if (outcome === undefined) return;
      sendJson(response, await search.write(outcome, submission, version));
    }
  }
  return SearchController;
}
