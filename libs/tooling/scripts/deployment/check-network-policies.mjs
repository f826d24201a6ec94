// Checks that all traffic is denied by default, and what no policy may allow.
import { BlockList } from 'node:net';
import { nameOf } from './check-kubernetes-schema.mjs';

/** Metadata services of clouds and private networks: no internet policy may allow them. */
const NEVER_OPEN = [
  '169.254.169.254',
  '168.63.129.16',
  '10.0.0.1',
  '127.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
];

const isSelected = ({ podSelector }, { metadata }) => {
  const labels = metadata?.labels ?? {};
  const matches = Object.entries(podSelector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  return matches && (podSelector.matchExpressions ?? []).every(({ key, values }) => values?.includes(labels[key]));
};

export function checkNetworkPolicies(objects) {
  const problems = [];
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  for (const object of objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
    const complain = (text) => problems.push(`${nameOf(object)}: ${text}`);
    const own = policies.filter(({ spec }) => isSelected(spec, object.spec.template));
    const isClosed = own.some(
      ({ spec: { policyTypes, ingress, egress } }) => policyTypes.length === 2 && ingress === undefined && !egress,
    );
    if (!isClosed) complain('accepts all traffic: no policy denies it');
    const ports = own.flatMap(({ spec: { egress = [] } }) => egress.flatMap((rule) => rule.ports ?? []));
    if (object.metadata.name === 'renderer' && ports.some(({ port }) => port === 5432)) {
      complain('runs untrusted pages and reaches Postgres');
    }
  }
  for (const policy of policies) {
    const complain = (text) => problems.push(`${nameOf(policy)}: ${text}`);
    for (const { to = [], ports = [] } of policy.spec.egress ?? []) {
      if (to.length === 0 || ports.length === 0) complain('opens every peer or every port');
      for (const { cidr, except = [] } of to.flatMap(({ ipBlock }) => ipBlock ?? [])) {
        const [open, closed] = [[cidr], except].map(blockList);
        const address = NEVER_OPEN.find((one) => open.check(one) && !closed.check(one));
        if (address !== undefined) complain(`opens ${address}`);
      }
    }
  }
  return problems;
}

function blockList(cidrs) {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address, prefix] = cidr.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
