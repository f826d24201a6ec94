// Rules beyond the schemas: objects refer to each other, and every pod is restricted.
import { nameOf } from './check-kubernetes-schema.mjs';
import { checkNetworkPolicies } from './check-network-policies.mjs';
import { checkPodSecurity } from './check-pod-security.mjs';
import { checkRole } from './check-role.mjs';

const podTemplateOf = (object) => object.spec?.jobTemplate?.spec.template ?? object.spec?.template;
const isWorkload = (object) => ['Deployment', 'StatefulSet', 'Job'].includes(object.kind);
const runsPods = (object) => isWorkload(object) || object.kind === 'CronJob';

/** Secrets that the installer creates. */
const KNOWN_SECRETS = [
  'orbweaver-database',
  'orbweaver-webhooks',
  'orbweaver-bootstrap',
  'orbweaver-kafka',
  'orbweaver-kafka-tls',
  'orbweaver-kafka-renderer-tls',
  'orbweaver-kafka-gateway',
  'orbweaver-kafka-frontier',
  'orbweaver-kafka-renderer',
  'orbweaver-kafka-results',
  'orbweaver-kafka-admin',
  'orbweaver-model',
  'orbweaver-sign-on',
  'orbweaver-team-keys',
  'orbweaver-objects',
  'orbweaver-encryption',
  'orbweaver-proxies',
];

/** Deployments for administrative commands, without traffic. */
const TOOLS = ['admin'];

/** The topic with the most partitions that the replicas of a service share. */
const WIDEST_TOPICS = { frontier: 'page.outcomes', renderer: 'render.bulk', results: 'documents.bulk' };

/** preStop of a gateway, plus closing after the drain. */
const STOP_OVERHEAD_SECONDS = 30;

const isService = ({ kind, metadata }) => kind === 'Deployment' && !TOOLS.includes(metadata.name);

/** The only secrets of a renderer: Kafka and upstream proxies. */
const SECRETS_OF_RENDERERS = ['orbweaver-kafka-renderer', 'orbweaver-kafka-renderer-tls', 'orbweaver-proxies'];

/** Variables that contain a secret. */
const SECRET_VARIABLE = /(?:PASSWORD|SECRET|API_KEY)$|^DATABASE_URL$|^ENCRYPTION_KEYS$|^PROXY_(?:BASIC|STEALTH)$/;

export function checkRules(objects, { variables, partitions, isComplete }) {
  const problems = [];
  const names = new Set();
  for (const object of objects) {
    const complain = (text) => problems.push(`${nameOf(object)}: ${text}`);
    if (names.has(nameOf(object))) complain('occurs twice');
    names.add(nameOf(object));
    if (object.kind === 'Secret') complain('secrets do not belong into the repository');
    checkSelectors(object, objects, complain);
    if (object.kind === 'ConfigMap') checkSettings(object, complain);
    if (object.kind === 'Job') checkJob(object, complain);
    if (object.kind === 'CronJob') {
      checkPodSecurity({ ...object, spec: object.spec.jobTemplate.spec }, complain, isComplete);
    }
    if (isWorkload(object)) {
      checkPodSecurity(object, complain, isComplete);
      checkPod(object, objects, complain);
      checkEnvironment(object, objects, complain, variables);
    }
    if (isService(object)) checkService(object, objects, complain, isComplete);
    if (object.kind === 'ServiceMonitor') checkMonitor(object, objects, complain);
    checkReplicas(object, partitions, complain);
  }
  problems.push(...checkNetworkPolicies(objects), ...checkEncryption(objects));
  return problems;
}

function checkSelectors(object, objects, complain) {
  const selectors = {
    Service: () => object.spec.selector,
    PodDisruptionBudget: () => object.spec.selector.matchLabels,
    NetworkPolicy: () => object.spec.podSelector.matchLabels,
    Deployment: () => object.spec.selector.matchLabels,
    StatefulSet: () => object.spec.selector.matchLabels,
  };
  const selector = selectors[object.kind]?.();
  if (selector !== undefined) {
    const pods = objects.filter((other) => isWorkload(other) && isSelected(selector, podTemplateOf(other)));
    if (pods.length === 0) complain(`selects no pod: ${JSON.stringify(selector)}`);
    if (object.kind === 'Deployment' && !pods.includes(object)) complain('does not select its own pods');
    if (object.kind === 'Service') {
      const wanted = object.spec.ports.map(({ targetPort }) => targetPort);
      checkPorts(wanted, pods, complain);
      if (object.spec.clusterIP !== 'None' && wanted.includes('metrics'))
        complain('exposes health and metrics to callers');
      if (!['ClusterIP', undefined].includes(object.spec.type)) complain(`opens the cluster as a ${object.spec.type}`);
    }
    if (object.kind === 'NetworkPolicy') {
      const named = (object.spec.ingress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
      checkPorts(named, pods, complain);
    }
  }
  for (const { key, operator, values } of object.kind === 'NetworkPolicy'
    ? (object.spec.podSelector.matchExpressions ?? [])
    : []) {
    if (operator !== 'In') complain(`selects by ${operator}, which is not checked`);
    for (const value of values) {
      const isThere = objects.some((other) => runsPods(other) && isSelected({ [key]: value }, podTemplateOf(other)));
      if (!isThere) complain(`selects no pod: ${key}=${value}`);
    }
  }
  if (['HorizontalPodAutoscaler', 'ScaledObject'].includes(object.kind)) {
    const { kind = 'Deployment', name } = object.spec.scaleTargetRef;
    const target = objects.find((other) => other.kind === kind && other.metadata.name === name);
    if (target === undefined) complain(`scales ${kind}/${name}, which does not exist`);
    else if (target.spec.replicas !== undefined) complain(`${nameOf(target)} also sets replicas`);
  }
}

/** More replicas than partitions would be idle. */
function checkReplicas({ kind, metadata, spec }, partitions, complain) {
  const most = {
    Deployment: spec?.replicas,
    HorizontalPodAutoscaler: spec?.maxReplicas,
    ScaledObject: spec?.maxReplicaCount,
  };
  const service = kind === 'Deployment' ? metadata.name : spec?.scaleTargetRef?.name;
  const topic = WIDEST_TOPICS[service];
  if (topic === undefined || !(most[kind] > partitions.get(topic))) return;
  complain(`allows ${most[kind]} replicas, but ${topic} has ${partitions.get(topic)} partitions`);
}

function checkMonitor({ spec }, objects, complain) {
  const services = objects.filter(
    ({ kind, metadata }) => kind === 'Service' && isSelected(spec.selector.matchLabels, { metadata }),
  );
  for (const { metadata } of objects.filter(isService)) {
    const label = metadata.labels[spec.jobLabel];
    const isSeen = services.some((service) => service.metadata.labels[spec.jobLabel] === label);
    if (!isSeen) complain(`does not select ${metadata.name}`);
  }
  const ports = services.flatMap(({ spec: { ports } }) => ports.map(({ name }) => name));
  for (const { port } of spec.endpoints) if (!ports.includes(port)) complain(`no Service has the port ${port}`);
}

function isSelected(selector, template) {
  return Object.entries(selector).every(([key, value]) => template.metadata?.labels?.[key] === value);
}

function checkPorts(wanted, pods, complain) {
  const ports = pods.flatMap((pod) => podTemplateOf(pod).spec.containers.flatMap(({ ports = [] }) => ports));
  for (const port of wanted) {
    if (!ports.some(({ name, containerPort }) => name === port || containerPort === port)) {
      complain(`no pod has the port ${port}`);
    }
  }
}

function checkPod(object, objects, complain) {
  const { spec } = podTemplateOf(object);
  checkSeccomp(object, complain);
  const claims = object.spec.volumeClaimTemplates ?? [];
  const volumes = [...(spec.volumes ?? []).map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];
  for (const { image, command, args, env = [], volumeMounts = [] } of spec.containers) {
    checkRole(object.metadata.name, { image, entrypoint: command, args }, complain);
    for (const { name } of volumeMounts) {
      if (!volumes.includes(name)) complain(`mounts the volume ${name}, which does not exist`);
    }
    for (const { name, value } of env) {
      if (value !== undefined && SECRET_VARIABLE.test(name))
        complain(`contains the value of ${name} instead of a reference to a secret`);
    }
  }
  for (const name of configMapsOf(spec)) {
    const exists = objects.some((other) => other.kind === 'ConfigMap' && other.metadata.name === name);
    if (!exists) complain(`reads the ConfigMap ${name}, which does not exist`);
  }
  for (const name of secretsOf(spec)) {
    if (!KNOWN_SECRETS.includes(name)) complain(`reads the secret ${name}, which is not documented`);
  }
}

/** ConfigMaps are readable for everyone with access to the namespace. */
function checkSettings({ data = {} }, complain) {
  for (const name of Object.keys(data)) if (SECRET_VARIABLE.test(name)) complain(`holds the secret ${name}`);
}

/** Jobs are immutable: the next release needs another name, or the old Job must be deleted. */
function checkJob({ metadata: { name, annotations = {} }, spec }, complain) {
  // The name is part of host names, where a dot separates labels.
  if (name.includes('.')) complain('has a dot in its name');
  const isUnique = /-[0-9a-f]{8}$/.test(name);
  const goes = annotations['argocd.argoproj.io/hook-delete-policy'] === 'BeforeHookCreation';
  if (!isUnique && !(goes && spec.ttlSecondsAfterFinished !== undefined))
    complain('blocks the next release: it needs a unique name, or deletion and a TTL');
}

/** Only the browser may leave the runtime's seccomp profile: for ours, or in a user namespace for none. */
function checkSeccomp(object, complain) {
  const { hostUsers, securityContext } = podTemplateOf(object).spec;
  const { type, localhostProfile } = securityContext?.seccompProfile ?? {};
  if (type === 'RuntimeDefault') return;
  const isOurs = type === 'Localhost' && localhostProfile === 'orbweaver/chromium.json';
  const isEnclosed = type === 'Unconfined' && hostUsers === false;
  if (object.metadata.name !== 'renderer' || !(isOurs || isEnclosed)) complain('has no seccomp profile');
}

const configMapsOf = (spec) =>
  spec.containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []));

const secretsOf = (spec) => [
  ...[...(spec.initContainers ?? []), ...spec.containers].flatMap(({ envFrom = [], env = [] }) => [
    ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
    ...env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
  ]),
  ...(spec.volumes ?? [])
    .flatMap(({ secret, projected }) => [
      secret?.secretName ?? [],
      ...(projected?.sources ?? []).flatMap((source) => source.secret?.name ?? []),
    ])
    .flat(),
];

/** Misspelled variables are ignored silently, so only known ones are accepted. Third-party images are exempt. */
function checkEnvironment(object, objects, complain, variables) {
  for (const { image, env = [], envFrom = [] } of podTemplateOf(object).spec.containers) {
    if (!image.includes('orbweaver/')) continue;
    const maps = envFrom.flatMap(({ configMapRef }) =>
      objects.filter((other) => other.kind === 'ConfigMap' && other.metadata.name === configMapRef?.name),
    );
    const names = [...env.map(({ name }) => name), ...maps.flatMap(({ data }) => Object.keys(data))];
    for (const name of names) if (!variables.has(name)) complain(`sets ${name}, which no service reads`);
  }
}

/** A service without the keys could not read what the others store. */
function checkEncryption(objects) {
  const services = objects.filter((object) => isService(object) && object.metadata.name !== 'renderer');
  const reads = (object) =>
    podTemplateOf(object).spec.containers.some(({ env = [] }) => env.some(({ name }) => name === 'ENCRYPTION_KEYS'));
  if (!services.some(reads)) return [];
  return services.filter((object) => !reads(object)).map((object) => `${nameOf(object)}: has no ENCRYPTION_KEYS`);
}

/** Additional rules for our services. */
function checkService(object, objects, complain, isComplete) {
  const { spec } = podTemplateOf(object);
  const [container] = spec.containers;
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    const port = container[probe]?.httpGet?.port;
    if (port === undefined) complain(`has no ${probe}`);
    else if (!container.ports.some(({ name }) => name === port))
      complain(`its ${probe} uses a port that the container does not have`);
  }
  if (object.spec.revisionHistoryLimit === undefined) complain('keeps ten old ReplicaSets: set revisionHistoryLimit');
  const settings = objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapsOf(spec)[0],
  );
  if (isComplete && !settings?.data.KAFKA_BROKERS) complain('has no KAFKA_BROKERS');
  for (const setting of ['DRAIN_TIMEOUT', 'SCRAPE_DRAIN_TIMEOUT']) {
    const drainSeconds = Number(/^(\d+)s$/.exec(settings?.data[setting] ?? '')?.[1]);
    const isLongEnough = spec.terminationGracePeriodSeconds >= drainSeconds + STOP_OVERHEAD_SECONDS;
    if (!isLongEnough) complain(`is killed before ${setting} is over`);
  }
  if (!objects.some((other) => other.kind === 'PodDisruptionBudget' && other.metadata.name === object.metadata.name)) {
    complain('has no PodDisruptionBudget');
  }
  if (object.metadata.name === 'renderer') {
    const secrets = secretsOf(spec).filter((name) => !SECRETS_OF_RENDERERS.includes(name));
    if (secrets.length > 0) complain(`runs untrusted pages and has the secret ${secrets[0]}`);
    const isRequired = container.env?.some(
      ({ name, value }) => name === 'RENDERER_REQUIRE_SANDBOX' && value === 'true',
    );
    if (isComplete && !isRequired && !container.image.endsWith(':local')) {
      complain('may start the browser without a sandbox: set RENDERER_REQUIRE_SANDBOX');
    }
  }
}
