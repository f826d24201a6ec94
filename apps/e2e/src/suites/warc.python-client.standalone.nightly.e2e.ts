import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type FixtureSite, startFixtureSite, treePath } from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { inheritedEnv } from '../harness/service-process';
import { BOOTSTRAP_KEY, System } from '../harness/system';

const run = promisify(execFile);
const PROGRAM = path.join(__dirname, '../official-client/read_warc.py');

describe('the WARC export', () => {
  const api = System.shared().api();
  let site: FixtureSite;
  let folder: string;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: 13 });
    folder = mkdtempSync(path.join(tmpdir(), 'orbweaver-warc-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await site.close();
  });

  it('is read by the Python package warcio with valid digests', async () => {
    const urls = [...Array.from({ length: 13 }, (_, page) => site.main + treePath(page)), `${site.main}/plain`];
    const { id, documents } = await runJob(api, '/v2/batch/scrape', { urls, formats: ['rawHtml'] });
    const response = await fetch(`${api.nextBaseUrl()}/v2/batch/scrape/${id}/export?format=warc`, {
      headers: { authorization: `Bearer ${BOOTSTRAP_KEY}` },
    });
    const file = path.join(folder, 'pages.warc.gz');
    writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await run(process.env.ORBWEAVER_PYTHON!, [PROGRAM, file], {
      env: { ...inheritedEnv(), PYTHONPATH: process.env.ORBWEAVER_PYTHON_PACKAGES, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const [info, ...records] = JSON.parse(stdout);
    expect(info.slice(0, 2)).toEqual(['WARC/1.1', 'warcinfo']);
    expect(documents).toHaveLength(14);
    expect(records).toEqual(
      documents.map(({ rawHtml, metadata }) => {
        return ['WARC/1.1', 'resource', metadata.url, 'text/html; charset=utf-8', true, rawHtml];
      }),
    );
  });
});
