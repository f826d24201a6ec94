// Checks a pod against Pod Security's level "restricted", and its resources.

/** Third-party images that write to their root file system. */
const MAY_WRITE = ['kafka', 'postgres'];

/** @param {object} object a Deployment, StatefulSet or Job */
export function checkPodSecurity(object, complain, isComplete) {
  const { spec } = object.spec.template;
  if (spec.automountServiceAccountToken !== false) complain('mounts a service account token');
  if (spec.securityContext?.runAsNonRoot !== true) complain('may run as root');
  for (const share of ['hostNetwork', 'hostPID', 'hostIPC']) if (spec[share]) complain(`shares ${share} with its node`);
  for (const { name, hostPath } of spec.volumes ?? []) if (hostPath) complain(`the volume ${name} is of its node`);
  for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
    checkRights(container, complain);
    checkResources(container, complain);
    const { image, securityContext } = container;
    if (securityContext?.readOnlyRootFilesystem !== true && !MAY_WRITE.includes(object.metadata.name)) {
      complain('may write to its root file system');
    }
    // Overlays set the tag.
    if (isComplete && !/:[\w.-]+$/.test(image)) complain(`the image ${image} has no tag`);
    if (image.endsWith(':latest')) complain(`the image ${image} changes by itself`);
  }
}

function checkRights({ securityContext = {}, ports = [] }, complain) {
  if (securityContext.allowPrivilegeEscalation !== false) complain('allows privilege escalation');
  if (securityContext.privileged) complain('is privileged');
  if (securityContext.runAsUser === 0 || securityContext.runAsNonRoot === false) complain('may run as root');
  if (!securityContext.capabilities?.drop?.includes('ALL')) complain('keeps capabilities');
  if (securityContext.capabilities?.add?.length > 0) complain('adds capabilities');
  // The pod's profile is the one that is checked.
  if (securityContext.seccompProfile !== undefined) complain('has a seccomp profile in addition to that of its pod');
  if (ports.some(({ hostPort }) => hostPort !== undefined)) complain('takes a port of its node');
}

function checkResources({ resources = {}, image }, complain) {
  const { requests = {}, limits = {} } = resources;
  if (!(requests.cpu && requests.memory && limits.memory)) {
    complain('has no requests of cpu and memory, or no limit of memory');
  }
  // Without a limit a pod can fill the node's disk, and the node evicts other pods.
  if (image.includes('orbweaver/') && !(requests['ephemeral-storage'] && limits['ephemeral-storage'])) {
    complain('has no request or no limit of disk');
  }
}
