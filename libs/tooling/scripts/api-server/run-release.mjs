// Installs a release of the chart with Helm, upgrades it, rolls it back and uninstalls it.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const RELEASE = 'orbweaver';
/** Created by Kubernetes in every namespace. */
const OF_KUBERNETES = new Set(['configmaps/kube-root-ca.crt', 'serviceaccounts/default']);

/**
 * @param {{ helm: (args: string[]) => string, server: object, namespace: string, chart: string[] }} installation
 *   `chart`: its path or address, with options for it
 * @param {{ first: string, second: string }} values files of the installation and of the upgrade, with another PUBLIC_URL
 * @returns {Promise<string[]>} problems
 */
export async function runRelease({ helm, server, namespace, chart }, { first, second }) {
  const { address, token } = server.access;
  const cluster = ['--kube-apiserver', address, '--kube-token', token, '--kube-insecure-skip-tls-verify'];
  const run = (...args) => helm([...args, '--namespace', namespace, ...cluster]);
  const settings = async () => {
    const { body } = await server.request('GET', `/api/v1/namespaces/${namespace}/configmaps/orbweaver-settings`);
    return body.data;
  };
  const problems = [];
  const expectUrl = async (step, values) => {
    const expected = parse(readFileSync(values, 'utf8')).settings?.PUBLIC_URL;
    const { PUBLIC_URL } = await settings();
    if (PUBLIC_URL !== expected) problems.push(`after ${step} PUBLIC_URL is ${PUBLIC_URL}, expected ${expected}`);
  };
  try {
    run('install', RELEASE, ...chart, '--values', first);
    await expectUrl('install', first);
    run('upgrade', RELEASE, ...chart, '--values', second);
    await expectUrl('upgrade', second);
    run('rollback', RELEASE, '1');
    await expectUrl('rollback', first);
    run('uninstall', RELEASE);
    for (const left of await listObjects(server, namespace)) problems.push(`uninstall leaves ${left}`);
  } catch (error) {
    problems.push(String(error.stderr || error.message).trim());
  }
  return problems;
}

/** The objects of the namespace, and cluster-wide priority classes, without those of Kubernetes. */
async function listObjects({ request }, namespace) {
  const { body: groups } = await request('GET', '/apis');
  const versions = groups.groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`);
  const found = [];
  for (const base of ['/api/v1', ...versions]) {
    const { body } = await request('GET', base);
    for (const { name, namespaced, verbs } of body.resources) {
      const isListed = verbs.includes('list') && (namespaced || name === 'priorityclasses');
      if (!isListed || name === 'events') continue;
      const scope = namespaced ? `/namespaces/${namespace}` : '';
      const { body: list } = await request('GET', `${base}${scope}/${name}`);
      for (const { metadata } of list.items ?? []) found.push(`${name}/${metadata.name}`);
    }
  }
  return found.filter((object) => !OF_KUBERNETES.has(object) && !object.startsWith('priorityclasses/system-'));
}
