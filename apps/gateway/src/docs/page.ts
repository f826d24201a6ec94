export const CSS = 'text/css; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Served as a file: the content security policy forbids inline scripts. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelRendering: 'example',
  defaultModelsExpandDepth: 0,
});
`;

const STYLE = `.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title small { display: none; }
.swagger-ui .info .base-url, .swagger-ui .info .link { display: none; }
.swagger-ui .info__license { display: none; }
.swagger-ui .renderedMarkdown pre { background: #1f2430; border-radius: 4px; color: #e6e6e6; overflow-x: auto; padding: 12px; }
.swagger-ui .renderedMarkdown pre > code { background: none; color: inherit; padding: 0; white-space: pre; }
.swagger-ui .info table { table-layout: auto; }
.swagger-ui .info table td, .swagger-ui .info table th { border-bottom: 1px solid #ddd; padding: 6px 12px 6px 0; vertical-align: top; }
`;

export const PAGE_FILES: Record<string, { type: string; text: string }> = {
  'start.js': { type: JAVASCRIPT, text: START },
  'style.css': { type: CSS, text: STYLE },
};

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orbweaver API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
