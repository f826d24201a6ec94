// Faults that the rules must reject, each applied to valid objects.

/** Finds an object by the beginning of its name; a hash or a version may follow. */
const find = (o, kind, name) => o.find((x) => x.kind === kind && x.metadata.name.startsWith(name));
const pod = (o, n = 'gateway') => find(o, 'Deployment', n).spec.template.spec;
const container = (o, n) => pod(o, n).containers[0];

/** Changes to the objects of the production overlay, by fault. */
export const brokenManifests = {
  'no limits': (o) => delete container(o).resources.limits,
  'an init container without limits': (o) => (pod(o).initContainers = [{ name: 'x', image: 'busybox' }]),
  'the user root': (o) => (container(o).securityContext.runAsUser = 0),
  'a container that may be root': (o) => (container(o).securityContext.runAsNonRoot = false),
  privileged: (o) => (container(o).securityContext.privileged = true),
  'an added capability': (o) => (container(o).securityContext.capabilities.add = ['SYS_ADMIN']),
  'a root file system that can be written': (o) => (container(o).securityContext.readOnlyRootFilesystem = false),
  'the same of a Job': (o) =>
    (find(o, 'Job', 'migrate').spec.template.spec.containers[0].securityContext.readOnlyRootFilesystem = false),
  'kept capabilities': (o) => delete container(o).securityContext.capabilities,
  'the tag latest': (o) => (container(o).image = 'registry.example.com/orbweaver/service:latest'),
  'no tag': (o) => (container(o).image = 'registry.example.com:5000/orbweaver/service'),
  'no role': (o) => delete container(o).args,
  'a role that does not exist': (o) => (container(o).args = ['renderer']),
  'the role of another service': (o) => (container(o).args = ['frontier']),
  'a Job without a role': (o) => (find(o, 'Job', 'migrate').spec.template.spec.containers[0].args = ['migrate']),
  'no readiness probe': (o) => delete container(o).readinessProbe,
  'no PodDisruptionBudget': (o) => o.splice(o.indexOf(find(o, 'PodDisruptionBudget', 'gateway')), 1),
  hostNetwork: (o) => (pod(o).hostNetwork = true),
  hostPID: (o) => (pod(o).hostPID = true),
  hostPath: (o) => pod(o).volumes.push({ name: 'h', hostPath: { path: '/' } }),
  hostPort: (o) => (container(o).ports[0].hostPort = 3002),
  'a container without seccomp': (o) => (container(o).securityContext.seccompProfile = { type: 'Unconfined' }),
  'no policy that closes everything': (o) => o.splice(o.indexOf(find(o, 'NetworkPolicy', 'deny-all')), 1),
  'an open metadata service': (o) =>
    find(o, 'NetworkPolicy', 'internet-egress').spec.egress[0].to[0].ipBlock.except.splice(5, 1),
  'an open metadata service of Azure': (o) =>
    find(o, 'NetworkPolicy', 'internet-egress').spec.egress[0].to[0].ipBlock.except.splice(4, 1),
  'a renderer with the credentials of all services': (o) =>
    container(o, 'renderer').envFrom.push({ secretRef: { name: 'orbweaver-kafka' } }),
  'a renderer that starts without its sandbox': (o) => (container(o, 'renderer').env = []),
  'a Job with a dot in its name': (o) => (find(o, 'Job', 'migrate').metadata.name = 'migrate.0.1.0'),
  'a renderer that reaches Postgres': (o) =>
    find(o, 'NetworkPolicy', 'postgres-egress').spec.podSelector.matchExpressions[0].values.push('renderer'),
  'a finished Job that stays': (o) => delete find(o, 'Job', 'migrate').spec.ttlSecondsAfterFinished,
  'a Job that a GitOps tool cannot replace': (o) => delete find(o, 'Job', 'migrate').metadata.annotations,
  'old ReplicaSets without end': (o) => delete find(o, 'Deployment', 'gateway').spec.revisionHistoryLimit,
  'a service account token': (o) => delete pod(o).automountServiceAccountToken,
  'metrics behind a load balancer': (o) => (find(o, 'Service', 'gateway-metrics').spec.type = 'LoadBalancer'),
  'keys of contents for one service': (o) =>
    container(o, 'results').env.push({
      name: 'ENCRYPTION_KEYS',
      valueFrom: { secretKeyRef: { name: 'orbweaver-encryption', key: 'keys' } },
    }),
  'a secret in the environment': (o) =>
    container(o).env.push({ name: 'WEBHOOK_SECRET', value: 'hunter2hunter2hunter2' }),
  'a secret in the settings': (o) =>
    (find(o, 'ConfigMap', 'orbweaver-settings').data.DATABASE_URL = 'postgresql://a:b@c/d'),
  'a second container without limits': (o) =>
    pod(o).containers.push({
      name: 'side',
      image: 'x:1',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    }),
  'a way out to everywhere': (o) => find(o, 'NetworkPolicy', 'kafka-egress').spec.egress.push({}),
  'more renderers than partitions': (o) => (find(o, 'HorizontalPodAutoscaler', 'renderer').spec.maxReplicas = 61),
  'more replicas than partitions, without autoscaling': (o) => (find(o, 'Deployment', 'results').spec.replicas = 25),
  'no limit of disk': (o) => delete container(o).resources.limits['ephemeral-storage'],
  'no request of disk': (o) => delete container(o).resources.requests['ephemeral-storage'],
};
