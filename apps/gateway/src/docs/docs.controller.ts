import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Inject, Param, StreamableFile } from '@nestjs/common';
import swaggerUiDir from 'swagger-ui-dist/absolute-path';
import { Public } from '../auth/access';
import { ApiError } from '../edge/api-error';
import { Operation } from '../edge/operation';
import { OPEN_API, type OpenApi } from './build-open-api';

/** What the page loads; nothing else of the package is served. */
const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orbweaver API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', docExpansion: 'list', defaultModelsExpandDepth: 0 });</script>
</body>
</html>
`;

@Controller()
@Public()
export class DocsController {
  constructor(@Inject(OPEN_API) private readonly document: OpenApi) {}

  @Get('openapi.json')
  @Operation({ summary: 'Read the OpenAPI document', tag: 'service', isUndocumented: true })
  openApi(): OpenApi {
    return this.document;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Operation({ summary: 'Read the interface in a browser', tag: 'service', isUndocumented: true })
  page(): string {
    return PAGE;
  }

  @Get('docs/:file')
  @Operation({
    summary: 'Load a part of the documentation page',
    tag: 'service',
    isUndocumented: true,
    errors: { 404: 'No such part' },
  })
  asset(@Param('file') file: string): StreamableFile {
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
    if (type === undefined) throw new ApiError(404, 'There is no such part of the documentation.');
    return new StreamableFile(createReadStream(path.join(swaggerUiDir(), file)), { type });
  }
}
