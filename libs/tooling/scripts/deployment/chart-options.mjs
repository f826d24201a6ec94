// Chart values without an equivalent kustomization, each with a check of the rendered objects.
import { isDeepStrictEqual } from 'node:util';

const DIGEST = `sha256:${'a1'.repeat(32)}`;
const SERVICES = ['gateway', 'frontier', 'renderer', 'results'];

const find = (objects, kind, name) => objects.find((one) => one.kind === kind && one.metadata.name === name);
const podOf = (objects, name) => find(objects, 'Deployment', name).spec.template.spec;
const everyService = (values) => Object.fromEntries(SERVICES.map((name) => [name, values]));

const expectEqual = (what, actual, expected) =>
  isDeepStrictEqual(actual, expected)
    ? []
    : [`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`];

/** By title: chart values, and a function of the rendered objects that returns problems. */
export const chartOptions = {
  'images by digest from a registry with a port': {
    values: { image: { digests: { service: DIGEST, renderer: DIGEST }, pullPolicy: 'Always', tag: 'v1' } },
    problem: (objects) =>
      objects
        .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
        .flatMap(({ metadata, spec }) => {
          const [{ image, imagePullPolicy }] = spec.template.spec.containers;
          const name = metadata.name === 'renderer' ? 'renderer' : 'service';
          return [
            ...expectEqual(metadata.name, image, `registry.example.com:5000/orbweaver/${name}:v1@${DIGEST}`),
            ...expectEqual(metadata.name, imagePullPolicy, 'Always'),
          ];
        }),
  },
  'two releases with priorities': {
    values: { priorityClasses: { enabled: true } },
    problem: (objects, others) =>
      objects
        .filter(({ kind, metadata }) => kind === 'PriorityClass' && find(others, kind, metadata.name) !== undefined)
        .map(({ metadata }) => `both releases have the PriorityClass ${metadata.name}`),
  },
  'CIDRs of the cluster': {
    values: {
      cluster: { nodeCidrs: ['198.18.7.0/24', '2600:1f00::/40', 'fd00:1::/48'], podCidrs: ['11.0.0.0/8'] },
      settings: { EGRESS_DENY: 'intranet.example.com' },
    },
    problem: (objects) => {
      const [four, six] = find(objects, 'NetworkPolicy', 'internet-egress').spec.egress[0].to;
      return [
        ...expectEqual(
          'EGRESS_DENY',
          find(objects, 'ConfigMap', 'orbweaver-settings').data.EGRESS_DENY,
          '198.18.7.0/24,2600:1f00::/40,fd00:1::/48,11.0.0.0/8,intranet.example.com',
        ),
        ...expectEqual('IPv4', four.ipBlock.except.slice(-2), ['198.18.7.0/24', '11.0.0.0/8']),
        // The API rejects exceptions outside of the block.
        ...expectEqual('IPv6', six.ipBlock.except.slice(-1), ['2600:1f00::/40']),
      ];
    },
  },
  'declared teams': {
    values: {
      admin: { enabled: true },
      teams: { configMap: 'declared', key: 'teams.yaml', keySecrets: ['orbweaver-team-keys'] },
    },
    problem: (objects) => [
      ...['gateway', 'admin'].flatMap((name) => {
        const pod = podOf(objects, name);
        const [container] = pod.containers;
        const { sources } = pod.volumes.find((volume) => volume.name === 'teams').projected;
        return [
          ...expectEqual(name, container.env.at(-1), {
            name: 'TEAMS_FILE',
            value: '/etc/orbweaver/teams/teams.yaml',
          }),
          ...expectEqual(name, container.volumeMounts.at(-1), {
            name: 'teams',
            mountPath: '/etc/orbweaver/teams',
            readOnly: true,
          }),
          ...expectEqual(name, sources, [
            { configMap: { name: 'declared', items: [{ key: 'teams.yaml', path: 'teams.yaml' }] } },
            { secret: { name: 'orbweaver-team-keys' } },
          ]),
        ];
      }),
      ...expectEqual(
        'a renderer',
        podOf(objects, 'renderer').volumes.find(({ name }) => name === 'teams'),
        undefined,
      ),
    ],
  },
  'tokens for Kafka': {
    values: { networkPolicies: { kafkaTokens: { port: 8443, to: [{ ipBlock: { cidr: '10.1.2.3/32' } }] } } },
    problem: (objects) =>
      expectEqual('kafka-egress', find(objects, 'NetworkPolicy', 'kafka-egress').spec.egress[1], {
        to: [{ ipBlock: { cidr: '10.1.2.3/32' } }],
        ports: [{ port: 8443 }],
      }),
  },
  'encryption of contents': {
    values: { admin: { enabled: true }, encryption: { enabled: true, key: 'current' } },
    problem: (objects) =>
      [...SERVICES, 'admin'].flatMap((name) => {
        const { valueFrom } =
          podOf(objects, name).containers[0].env.find((one) => one.name === 'ENCRYPTION_KEYS') ?? {};
        // Not optional: without the secret, contents would be stored unencrypted.
        const reference = { secretKeyRef: { name: 'orbweaver-encryption', key: 'current' } };
        return expectEqual(name, valueFrom, name === 'renderer' ? undefined : reference);
      }),
  },
  'certificates in all pods': {
    values: {
      admin: { enabled: true },
      backup: { enabled: true },
      certificateAuthorities: { configMap: 'authorities' },
      kafka: { clientCertificates: { enabled: true, certificate: 'user.crt', key: 'user.key' } },
    },
    problem: (objects) =>
      objects
        .filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind))
        .flatMap(({ metadata, spec }) => {
          const { containers, volumes } = (spec.jobTemplate?.spec ?? spec).template.spec;
          const [{ env, volumeMounts }] = containers;
          const name = metadata.name.replace(/-[0-9a-f]{8}$/, '');
          const textOf = (variable) => env.find((one) => one.name === variable)?.value;
          const secret = volumes.find((one) => one.name === 'kafka-certificate')?.secret.secretName;
          const mount = volumeMounts.find((one) => one.name === 'kafka-certificate');
          const ownSecret = name === 'renderer' ? 'orbweaver-kafka-renderer-tls' : 'orbweaver-kafka-tls';
          const usesKafka = !['migrate', 'backup'].includes(name);
          return [
            ...expectEqual(name, textOf('EXTRA_CA_CERTS'), '/etc/orbweaver/authorities/ca.crt'),
            ...expectEqual(name, textOf('KAFKA_TLS_KEY'), usesKafka ? '/etc/orbweaver/kafka/user.key' : undefined),
            ...expectEqual(name, [secret, mount?.readOnly], usesKafka ? [ownSecret, true] : [undefined, undefined]),
          ];
        }),
  },
  'pods of an operator': {
    values: everyService({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
      serviceAnnotations: { 'example.com/scheme': 'internal' },
      serviceAccount: { create: true, annotations: { 'example.com/role': 'reader' } },
      extraEnv: [{ name: 'OTEL_TRACES_SAMPLER', value: 'always_off' }],
      extraVolumes: [{ name: 'certificates', configMap: { name: 'certificates' } }],
      extraVolumeMounts: [{ name: 'certificates', mountPath: '/certificates' }],
    }),
    problem: (objects) =>
      SERVICES.flatMap((name) => {
        const pod = podOf(objects, name);
        const [container] = pod.containers;
        const account = find(objects, 'ServiceAccount', name);
        return [
          ...expectEqual(name, Object.keys(pod.affinity), ['nodeAffinity']),
          ...expectEqual(name, pod.serviceAccountName, account?.metadata.name),
          ...expectEqual(name, account?.metadata.annotations, { 'example.com/role': 'reader' }),
          ...expectEqual(name, find(objects, 'Service', `${name}-metrics`).metadata.annotations, {
            'example.com/scheme': 'internal',
          }),
          ...expectEqual(name, container.env.at(-1), { name: 'OTEL_TRACES_SAMPLER', value: 'always_off' }),
          ...expectEqual(name, pod.volumes.at(-1).name, 'certificates'),
          ...expectEqual(name, container.volumeMounts.at(-1).mountPath, '/certificates'),
        ];
      }),
  },
};
