import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Controller, Get, Header, Inject, Param, Req, StreamableFile, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import swaggerUiDir from 'swagger-ui-dist/absolute-path';
import { Public } from '../edge/access';
import { AdminPort } from '../edge/admin-port';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { OPEN_API, type OpenApi, type OpenApiByPort } from './build-open-api';
import { SERVICE_ADDRESS } from './guide';
import { CSS, JAVASCRIPT, PAGE, PAGE_FILES } from './page';
import { SecureDocs } from './secure-docs';

const ASSETS: Record<string, string> = { 'swagger-ui.css': CSS, 'swagger-ui-bundle.js': JAVASCRIPT };

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
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Operation({ summary: 'Show the API documentation', tag: 'service', isUndocumented: true })
  page(): string {
    return PAGE;
  }

  @Get('docs/:file')
  @Operation({
    summary: 'Get a file of the documentation page',
    tag: 'service',
    isUndocumented: true,
    errors: { 404: 'File not found' },
  })
  asset(@Param('file') file: string): StreamableFile {
    const own = Object.hasOwn(PAGE_FILES, file) ? PAGE_FILES[file] : undefined;
    if (own !== undefined) return new StreamableFile(Readable.from([own.text]), { type: own.type });
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (type === undefined) throw new ApiError(404, 'File not found');
    return new StreamableFile(createReadStream(path.join(swaggerUiDir(), file)), { type });
  }
}
