import { allTopics, deadLettersOf, services, type Topic, type TopicService, topics } from '@orbweaver/contracts';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  ResourcePatternTypes,
} from 'kafkajs';
import { silentLog } from '../delivery/transport-options';
import { ADMIN_GROUP_PREFIX, groupOf, type KafkaAccess, kafkaConfig } from './kafka-options';

/** A service, or the orbweaver command including the topics Job. */
export type PrincipalRole = TopicService | 'admin';
export const principalRoles: readonly PrincipalRole[] = [...services, 'admin'];

type AclOperation = 'Read' | 'Write' | 'Create' | 'Delete' | 'Describe' | 'Alter' | 'DescribeConfigs' | 'AlterConfigs';

export interface TopicAcl {
  role: PrincipalRole;
  resource: 'topic' | 'group';
  name: string;
  pattern: 'literal' | 'prefixed';
  operations: readonly AclOperation[];
}

/** Least privilege for each service and the command. Read and Write imply Describe. */
export function topicAcls(prefix = ''): TopicAcl[] {
  return [...services.flatMap((service) => aclsOfService(service, prefix)), ...aclsOfAdmin(prefix)];
}

/** Serves operators: reads the lag of all services and dead letters, and replays them. */
const OPERATOR_API: TopicService = 'gateway';

const isDeadLetters = (topic: Topic) => topic.schema === topics.deadLetters.schema;
/** A replay writes to the original topic. Letters of ephemeral topics are empty and never replayed. */
const isReplayed = (topic: Topic) => topic.handlers.length > 0 && !topic.isEphemeral;

function aclsOfService(service: TopicService, prefix: string): TopicAcl[] {
  const ownLetters = topics[deadLettersOf(service)].name;
  const servesOperators = service === OPERATOR_API;
  const onTopics = allTopics.flatMap((topic): TopicAcl[] => {
    const mayRead = topic.handlers.includes(service) || (servesOperators && isDeadLetters(topic));
    const mayWrite =
      topic.publishers.includes(service) || topic.name === ownLetters || (servesOperators && isReplayed(topic));
    const isMeasured = servesOperators && topic.handlers.length > 0 && !mayRead && !mayWrite;
    const operations: AclOperation[] = [
      ...(mayRead ? (['Read'] as const) : []),
      ...(mayWrite ? (['Write'] as const) : []),
      ...(isMeasured ? (['Describe'] as const) : []),
    ];
    if (operations.length === 0) return [];
    return [{ role: service, resource: 'topic', name: prefix + topic.name, pattern: 'literal', operations }];
  });
  const ownGroup: TopicAcl = { role: service, ...groupsOf(service, prefix), operations: ['Read'] };
  if (!servesOperators) return [...onTopics, ownGroup];
  const others = services.filter((name) => name !== service);
  return [
    ...onTopics,
    ownGroup,
    ...others.map((name): TopicAcl => ({ role: service, ...groupsOf(name, prefix), operations: ['Describe'] })),
    groupsOfLetters(service, prefix),
  ];
}

/** Every replica that receives broadcasts has a separate group. */
function groupsOf(service: TopicService, prefix: string): Pick<TopicAcl, 'resource' | 'name' | 'pattern'> {
  const name = prefix + groupOf(service);
  const isBroadcast = allTopics.some((topic) => topic.isBroadcast && topic.handlers.includes(service));
  return isBroadcast
    ? { resource: 'group', name: `${name}.`, pattern: 'prefixed' }
    : { resource: 'group', name, pattern: 'literal' };
}

/** Each reading of dead letters uses a new group and deletes it. */
const groupsOfLetters = (role: PrincipalRole, prefix: string): TopicAcl => ({
  role,
  resource: 'group',
  name: prefix + ADMIN_GROUP_PREFIX,
  pattern: 'prefixed',
  operations: ['Read', 'Delete'],
});

function aclsOfAdmin(prefix: string): TopicAcl[] {
  const manage = ['Create', 'Describe', 'Alter', 'DescribeConfigs', 'AlterConfigs'] as const;
  const onTopics = allTopics.map((topic): TopicAcl => {
    const operations: AclOperation[] = [
      ...manage,
      ...(isDeadLetters(topic) ? ['Read' as const] : []),
      ...(isReplayed(topic) ? ['Write' as const] : []),
    ];
    return { role: 'admin', resource: 'topic', name: prefix + topic.name, pattern: 'literal', operations };
  });
  return [...onTopics, groupsOfLetters('admin', prefix)];
}

/** Adds the ACLs and removes none. Requires Alter on the cluster. */
export async function applyTopicAcls(
  access: KafkaAccess,
  principalOf: (role: PrincipalRole) => string,
  only: readonly PrincipalRole[] = principalRoles,
): Promise<TopicAcl[]> {
  const acls = topicAcls(access.prefix).filter(({ role }) => only.includes(role));
  const admin = new Kafka(kafkaConfig(access, silentLog)).admin();
  await admin.connect();
  try {
    const acl = acls.flatMap((one) =>
      one.operations.map((operation) => entryOf(one, operation, principalOf(one.role))),
    );
    await admin.createAcls({ acl });
  } finally {
    await admin.disconnect();
  }
  return acls;
}

function entryOf({ resource, name, pattern }: TopicAcl, operation: AclOperation, principal: string): AclEntry {
  return {
    principal,
    host: '*',
    operation: OPERATIONS[operation],
    permissionType: AclPermissionTypes.ALLOW,
    resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
  };
}

const OPERATIONS: Record<AclOperation, AclOperationTypes> = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Create: AclOperationTypes.CREATE,
  Delete: AclOperationTypes.DELETE,
  Describe: AclOperationTypes.DESCRIBE,
  Alter: AclOperationTypes.ALTER,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  AlterConfigs: AclOperationTypes.ALTER_CONFIGS,
};
