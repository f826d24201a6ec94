// Installs the custom resources of operators that the chart can use, from the Go modules of the operators.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseManifests } from '../deployment/render-kustomization.mjs';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ESTABLISH_TIMEOUT_MS = 60_000;

const OPERATORS = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.83.0',
    folder: 'example/prometheus-operator-crd',
    files: /(?:servicemonitors|prometheusrules)\.yaml$/,
  },
  { module: 'github.com/kedacore/keda/v2@v2.17.2', folder: 'config/crd/bases', files: /keda\.sh_scaledobjects\.yaml$/ },
  { module: 'sigs.k8s.io/gateway-api@v1.3.0', folder: 'config/crd/standard', files: /(?:gateways|httproutes)\.yaml$/ },
  {
    module: 'github.com/external-secrets/external-secrets@v0.19.2',
    folder: 'config/crds/bases',
    files: /^external-secrets\.io_externalsecrets\.yaml$/,
  },
];

/** @param {(method: string, path: string, body?: object, type?: string) => Promise<{ status: number, body: any }>} request */
export async function installOperators(request) {
  for (const definition of OPERATORS.flatMap(readDefinitions)) {
    const url = `${DEFINITIONS}/${definition.metadata.name}`;
    const { status, body } = await request(
      'PATCH',
      `${url}?fieldManager=checks`,
      definition,
      'application/apply-patch+yaml',
    );
    if (status >= 300) throw new Error(`${definition.metadata.name}: ${body.message}`);
    await established(request, url);
  }
}

function readDefinitions({ module, folder, files }) {
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' }));
  const dir = path.join(Dir, folder);
  return readdirSync(dir)
    .filter((name) => files.test(name))
    .flatMap((name) => parseManifests(readFileSync(path.join(dir, name), 'utf8')))
    .filter((object) => object?.kind === 'CustomResourceDefinition');
}

async function established(request, url) {
  for (const until = Date.now() + ESTABLISH_TIMEOUT_MS; ; await sleep(200)) {
    const { body } = await request('GET', url);
    if (body.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True')) return;
    if (Date.now() > until) throw new Error(`${url} was not established in time`);
  }
}
