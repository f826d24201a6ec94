import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Header, Inject, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendPage } from '../console/send-file';
import { Public } from '../edge/access';
import { AdminPort } from '../edge/admin-port';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { sendJson } from '../edge/send-json';
import { ApiError } from '../errors/api-error';
import { OPEN_API, type OpenApi, type OpenApiByPort } from './build-open-api';
import { SERVICE_ADDRESS } from './guide';
import { SecureDocs } from './secure-docs';

const compress = promisify(gzip);
const PAGE_NAME = /^[a-z-]+(?:\/[a-z0-9-]+)?$/i;

@Controller()
@Public()
@UseInterceptors(SecureDocs)
export class DocsController {
  constructor(
    @Inject(OPEN_API) private readonly documents: OpenApiByPort,
    private readonly adminPort: AdminPort,
    private readonly address: PublicAddress,
  ) {}

  /** Not cached, because it contains the address from the request. */
  @Get('openapi.json')
  @Header('Cache-Control', 'no-store')
  @Header('Vary', 'Accept-Encoding')
  @Operation({ summary: 'Read the OpenAPI document', tag: 'service', isUndocumented: true })
  async openApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const json = Buffer.from(JSON.stringify(this.documentOf(request)));
    const isZipped = request.acceptsEncodings('gzip') === 'gzip';
    if (isZipped) response.setHeader('Content-Encoding', 'gzip');
    sendJson(response, isZipped ? await compress(json) : json);
  }

  @Get('docs')
  @Operation({ summary: 'Show the API reference', tag: 'service', isUndocumented: true })
  page(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendPage(request, response, 'reference.html');
  }

  @Get('docs/*page')
  @Operation({
    summary: 'Show a page of the documentation',
    tag: 'service',
    isUndocumented: true,
    errors: { 404: 'Page not found' },
  })
  guide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const name = request.path.replace(/^\/docs\//, '');
    if (!PAGE_NAME.test(name)) throw new ApiError(404, 'Page not found');
    return sendPage(request, response, `docs/${name}.html`);
  }

  private documentOf(request: Request): OpenApi {
    const { onPort, onAdminPort = onPort } = this.documents;
    const { info, ...document } = this.adminPort.isOn(request) ? onAdminPort : onPort;
    const description = info.description.replaceAll(SERVICE_ADDRESS, () => this.address.of(request));
    return { ...document, info: { ...info, description } };
  }
}
