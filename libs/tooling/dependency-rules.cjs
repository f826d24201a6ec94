/** Import rules. Each comment states what is forbidden and why. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: allowed },
});

const libs = (...names) => names.map((name) => `^libs/${name}/(src|dist)/index`);
const npm = (...names) => names.map((name) => `node_modules/${name}(/|$)`);
const within = (dir) => `^${dir}/`;

/**
 * The layers of a package, top first. A folder or file imports only from later names; names in one string do not import
 * each other.
 */
const floors = (dir, ...names) => {
  const path = (group) => `^${dir}/src/(${group.split(' ').join('|')})(/|\\.ts$)`;
  return names.flatMap((group, layer) => {
    const above = names.slice(0, layer);
    const siblings = group.split(' ').filter((_, __, all) => all.length > 1);
    return [
      ...(above.length > 0
        ? [
            {
              name: `layers: ${dir}/src/${group} imports no higher layer`,
              comment: 'Imports point downwards, so that a package can be read from the top.',
              severity: 'error',
              from: { path: path(group), pathNot: '\\.spec\\.ts$' },
              to: { path: path(above.join(' ')) },
            },
          ]
        : []),
      ...siblings.map((name) => ({
        name: `layers: ${dir}/src/${name} is independent of its layer (${group})`,
        comment: 'Folders of one layer do not import each other.',
        severity: 'error',
        from: { path: path(name), pathNot: '\\.spec\\.ts$' },
        to: { path: path(group), pathNot: path(name) },
      })),
    ];
  });
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files of a cycle can only be understood and tested together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'through-the-index',
      comment: 'Other packages import the index only, so that all other files are private.',
      severity: 'error',
      from: { path: '^(apps|libs)/([^/]+)/(src|test)/' },
      to: { path: '^(apps|libs)/[^/]+/', pathNot: ['^$1/$2/', '^(apps|libs)/[^/]+/(src|dist)/index'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'Packages that are not in the package.json are installed by accident.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    only(
      'core-is-pure',
      '^libs/core/src/(?!.*\\.spec\\.ts)',
      [within('libs/core'), ...npm('zod', 'tldts', 're2js', 'ipaddr.js')],
      'The domain is pure: no framework, clock, randomness, environment or Node.js.',
    ),
    only(
      'contracts-are-schemas',
      '^libs/contracts/src/(?!.*\\.spec\\.ts)',
      [within('libs/contracts'), ...libs('core'), ...npm('zod')],
      'Messages consist of domain types and schemas.',
    ),
    {
      name: 'kafkajs-in-messaging-only',
      comment: 'The broker is an adapter: another one changes this folder only.',
      severity: 'error',
      from: { pathNot: '^libs/messaging/' },
      to: { path: npm('kafkajs') },
    },
    {
      name: 'opentelemetry-in-platform-only',
      comment: 'Spans start through one port, which is free of cost without a collector.',
      severity: 'error',
      from: { pathNot: '^libs/platform/src/tracing/' },
      to: { path: npm('@opentelemetry') },
    },
    {
      name: 'database-in-persistence-only',
      comment: 'Tables and statements are in one package.',
      severity: 'error',
      from: { pathNot: '^libs/persistence/' },
      to: { path: npm('@prisma', 'prisma', 'pg') },
    },
    {
      name: 'object-store-client-in-its-package-only',
      comment: 'The object store is an adapter: another one changes this folder only.',
      severity: 'error',
      from: { pathNot: '^libs/object-store/' },
      to: { path: npm('@aws-sdk', '@smithy') },
    },
    {
      name: 'browser-in-renderer-only',
      comment: 'Only renderers open hostile pages. The benchmark opens its own pages, a suite the console.',
      severity: 'error',
      from: { pathNot: '^apps/(renderer|bench)/|^apps/e2e/src/harness/console-browser' },
      to: { path: npm('puppeteer', 'puppeteer-core', 'puppeteer-cluster') },
    },
    {
      name: 'adapters-are-independent',
      comment:
        'Messaging, persistence, object store, egress, extraction, exports, language model and search do not import each other. Services combine them.',
      severity: 'error',
      from: { path: '^libs/(messaging|persistence|object-store|egress|extraction|exports|language-model|search)/' },
      to: {
        path: '^libs/(messaging|persistence|object-store|egress|extraction|exports|language-model|search|platform)/',
        pathNot: '^libs/$1/',
      },
    },
    {
      name: 'libs-below-apps',
      comment: 'Libraries do not import apps.',
      severity: 'error',
      from: { path: '^libs/(?!tooling)' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-are-independent',
      comment: 'Services communicate by messages. Only their entry points import several, by their index.',
      severity: 'error',
      from: { path: '^apps/(?!standalone/|service/)([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'renderer-holds-no-secrets',
      comment: 'Renderers run hostile pages, so they have no database and no object store.',
      severity: 'error',
      from: { path: '^apps/renderer/src/(?!.*\\.spec\\.ts)' },
      to: { path: '^libs/(persistence|object-store)/' },
    },
    {
      name: 'egress-in-clients-of-the-web-only',
      comment:
        'Only frontier (robots.txt, sitemaps), renderer (pages), results (webhooks) and platform (language model, search engine) send requests. Standalone checks whether names resolve.',
      severity: 'error',
      from: { path: '^apps/(gateway|admin|service|e2e)/src/' },
      to: { path: '^libs/egress/' },
    },
    {
      name: 'one-resolver',
      comment: 'libs/egress/src/names resolves names, because dns.lookup blocks a thread that gzip and files need.',
      severity: 'error',
      from: { pathNot: '^libs/(egress/src/names|testing/src)/' },
      to: { path: '^(node:)?dns(/promises)?$' },
    },
    {
      name: 'extraction-in-renderer-only',
      comment: 'Renderers convert pages; other services receive documents. The benchmark measures extraction.',
      severity: 'error',
      from: { path: '^apps/(?!(renderer|bench)/)' },
      to: { path: '^libs/extraction/' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'Builds contain no test code.',
      severity: 'error',
      from: { path: '^(apps/(?!e2e|bench)|libs/(?!testing))[^/]*/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^libs/testing/|^(apps|libs)/[^/]+/test/|\\.spec\\.ts$)' },
    },
    {
      name: 'black-box-over-http',
      comment: 'Black-box suites use the HTTP interface only.',
      severity: 'error',
      from: { path: '^apps/e2e/src/suites/' },
      to: { path: '^(apps/(?!e2e)|libs/(?!testing))' },
    },
    ...floors(
      'libs/core',
      'index',
      'retry-policy',
      'job',
      'crawl',
      'scrape',
      'patterns redact-error retry-advice team',
      'url',
    ),
    ...floors(
      'libs/messaging',
      'index',
      'kafka memory',
      'delivery',
      'message-server wire',
      'delivery-context errors rethrow-filter transport',
    ),
    ...floors(
      'libs/persistence',
      'index',
      'declared',
      'admin',
      'frontier gateway',
      'credits history limits results',
      'access cache refused-links migrations session-check',
      'partitions',
      'index-keys note-change page-hash',
      'database',
      'driver store-unavailable',
      'embedded',
    ),
    ...floors('libs/language-model', 'index', 'tasks', 'text', 'model schema'),
    ...floors('libs/search', 'index', 'searxng-engine', 'searxng-answer', 'search-engine'),
    ...floors(
      'libs/object-store',
      'index',
      'object-contents row-contents',
      's3-bucket content-store',
      'bounded md5-of-body object-keys object-store-url',
    ),
    ...floors('libs/egress', 'index', 'robots sitemap', 'http', 'proxy', 'address', 'proxy-pools', 'names'),
    ...floors(
      'libs/extraction',
      'index',
      'pool',
      'extract-page',
      'extract-office steps',
      'extract-html extract-pdf office',
      'formats pdf',
      'page',
      'decode main-content',
      'capture tree',
      'style-sample',
    ),
    ...floors(
      'libs/platform',
      'index',
      'process',
      'platform.module',
      'adapters',
      'health',
      'tracing',
      'work',
      'log',
      'service terminal',
      'config tokens',
    ),
    ...floors(
      'apps/frontier',
      'main',
      'index',
      'frontier.module',
      'job-commands.consumer map-work.consumer page-outcomes.consumer',
      'dispatch map sweep',
      'outcomes seed',
      'admission',
      'jobs',
      'pace site',
      'frontier.config frontier-metrics',
    ),
    ...floors(
      'apps/results',
      'main',
      'index',
      'results.module',
      'results.consumer results-loops',
      'schedules',
      'store',
      'cache change-tracking webhooks',
      'retention',
      'results.config results-metrics results-signals batcher',
    ),
    ...floors(
      'apps/gateway',
      'main',
      'index',
      'gateway.module',
      'docs',
      'schedules',
      'explain map',
      'parse search',
      'submit streams exports webhooks team admin',
      'jobs',
      'notifications',
      'auth limits',
      'versions',
      'v1 v2',
      'wire edge url',
      'gateway.config errors schemas',
    ),
    {
      name: 'gateway: a version is one folder',
      comment:
        'Differences between versions are behind `versions`. Only operations of v2 alone and the API document import a folder.',
      severity: 'error',
      from: { path: '^apps/gateway/src/(?!v1/|v2/|versions\\.ts|docs/|explain/)', pathNot: '\\.spec\\.ts$' },
      to: { path: '^apps/gateway/src/v[12]/' },
    },
    ...floors(
      'apps/renderer',
      'main',
      'index',
      'renderer.module',
      'create-renderer',
      'intake',
      'page',
      'cache',
      'fetch',
      'actions',
      'browser',
      'proxy',
      'renderer-metrics renderer.config',
      'bounds',
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // The parser does not read TSX.
    exclude: { path: '(^|/)(generated|\\.turbo)/|^apps/console/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default'],
      mainFields: ['main'],
    },
  },
};
