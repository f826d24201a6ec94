import { Controller, Get, Header, Inject, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendPage } from '../console/send-file';
import { Public } from '../edge/access';
import { AdminPort } from '../edge/admin-port';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { OPEN_API, type OpenApi, type OpenApiByPort } from './build-open-api';
import { SERVICE_ADDRESS } from './guide';
import { SecureDocs } from './secure-docs';

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
  @Operation({ summary: 'Read the OpenAPI document', tag: 'service', isUndocumented: true })
  openApi(@Req() request: Request): OpenApi {
    const { onPort, onAdminPort = onPort } = this.documents;
    const { info, ...document } = this.adminPort.isOn(request) ? onAdminPort : onPort;
    const description = info.description.replaceAll(SERVICE_ADDRESS, () => this.address.of(request));
    return { ...document, info: { ...info, description } };
  }

  @Get('docs')
  @Operation({ summary: 'Show the API reference', tag: 'service', isUndocumented: true })
  page(@Req() request: Request, @Res() response: Response): Promise<void> {
    return sendPage(request, response, 'reference.html');
  }
}
