import { Controller, Inject, Post, Req, Res, type Type } from '@nestjs/common';
import type { Caller } from '@orbweaver/persistence';
import { CONFIG } from '@orbweaver/platform';
import type { Request, Response } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { untilClosed } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { sendJsonParts } from '../edge/send-json';
import { requestErrors } from '../errors/error-codes';
import type { GatewayConfig } from '../gateway.config';
import { RateLimited } from '../limits/rate-guard';
import type { ReceivedMap } from '../notifications/map-replies';
import { EventStream } from '../streams/event-stream';
import { TargetUrls } from '../url/target-urls';
import { warnOfDroppedKeys } from '../wire/dropped-keys';
import { type MapFieldsOfRequest, warnOfMapOptions } from '../wire/map-fields';
import type { MapVersion } from '../wire/map-version';
import { warningOf } from '../wire/warning-of';
import { type MapOrder, MapSites } from './map-sites';
import { warnOfMap } from './warn-of-map';
import { streamMap, unpackLinks, writeMap } from './write-map';

const EVENT_STREAM = 'text/event-stream';

/** Controller of the map of a version. */
export function mapController<M extends MapFieldsOfRequest>(version: MapVersion<M>): Type<unknown> {
  @Controller(version.name)
  @Authenticated()
  class MapController {
    constructor(
      @Inject(CONFIG) private readonly config: GatewayConfig,
      private readonly maps: MapSites,
      private readonly targets: TargetUrls,
    ) {}

    @Post('map')
    @RateLimited('job')
    @Operation({
      summary: 'List the URLs of a site',
      description:
        'Finds URLs in sitemaps, in the links of the start page and the pages below it, and in earlier jobs of the team. Costs 1 credit. With `Accept: text/event-stream`, sends `progress` while it runs, then `links` and `done`.',
      tag: 'map',
      body: { schema: version.MapRequest, example: { url: 'https://example.com', search: 'pricing', limit: 100 } },
      answer: version.answer,
      errors: {
        400: 'Invalid body',
        402: "The team's credits do not cover the request",
        403: 'The operator has denied the host',
        408: 'No URL was found within the timeout',
        429: 'Rate limit of the team exceeded, or too many concurrent maps. Retry after `Retry-After`',
        503: `${requestErrors.STORE_UNAVAILABLE}; or the service stopped before the map was finished`,
      },
    })
    async map(
      @CurrentCaller() caller: Caller,
      @WireBody() body: M,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const target = this.targets.require(['url'], body.url, caller.hosts);
      const spec = version.toMapSpec(body, target.absolute);
      await this.maps.check(caller, spec);
      const given = [warnOfMapOptions(body), warnOfDroppedKeys(version.MapRequest, request.body, body)];
      const zeroDataRetention = body.zeroDataRetention || caller.zeroDataRetention;
      const order: MapOrder = { spec, timeoutMs: body.timeout, zeroDataRetention };
      const warningFor = (map: ReceivedMap) => warningOf(...given, ...warnOfMap(order, map));
      const gone = untilClosed(request, response);
      const free = this.maps.takeSlot(caller);
      try {
        const wantsEvents = request.accepts('json', EVENT_STREAM) === EVENT_STREAM;
        const stream = wantsEvents ? new EventStream(response, this.config.EVENT_HEARTBEAT) : undefined;
        if (stream !== undefined) {
          const run = (report: MapOrder['report']) => this.maps.map(caller, { ...order, report }, gone);
          await streamMap(stream, version, run, warningFor);
          return;
        }
        const map = await this.maps.map(caller, order, gone);
        if (map === undefined) return;
        await sendJsonParts(response, writeMap(version, map.id, unpackLinks(version, map.parts), warningFor(map)));
      } finally {
        free();
      }
    }
  }
  return MapController;
}
