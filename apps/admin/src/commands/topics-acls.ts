import { applyTopicAcls, type PrincipalRole, principalRoles, type TopicAcl, topicAcls } from '@orbweaver/messaging';
import { requireKafka } from '../admin.config';
import { type Command, UsageError } from '../command';

const DEFAULT_PREFIX = 'orbweaver-';

export const topicsAcls: Command = {
  name: 'topics acls',
  summary: "Print the ACLs of the services' Kafka principals as kafka-acls commands, or apply them",
  options: {
    'principal-prefix': {
      description: `prefix of the users gateway, frontier, renderer, results and admin (default ${DEFAULT_PREFIX})`,
      placeholder: 'PREFIX',
    },
    principal: {
      description: 'one user for all services, or for those of --only',
      placeholder: 'USER',
    },
    only: {
      description: `only these principals: ${principalRoles.join(', ')} (default all)`,
      placeholder: 'ROLE,ROLE',
    },
    apply: { description: 'add the ACLs to KAFKA_BROKERS; requires Alter on the cluster' },
  },
  positionals: [],
  async run({ options }, { config, print }) {
    const only = readRoles(options.only);
    const principalOf = readPrincipals(options);
    if (options.apply === undefined) {
      for (const acl of topicAcls().filter(({ role }) => only.includes(role)))
        print(commandOf(acl, principalOf(acl.role)));
      return;
    }
    const applied = await applyTopicAcls(requireKafka(config), principalOf, only);
    for (const role of only) {
      print(`${principalOf(role)}: ${applied.filter((acl) => acl.role === role).length} resources of ${role}`);
    }
  },
};

function readPrincipals(options: Record<string, string | undefined>): (role: PrincipalRole) => string {
  const { principal, 'principal-prefix': prefix } = options;
  if (principal !== undefined && prefix !== undefined) {
    throw new UsageError('Set --principal or --principal-prefix, not both');
  }
  for (const [name, value] of Object.entries({ principal, 'principal-prefix': prefix })) {
    if (value !== undefined && !/^[\w.@=,+/ -]*$/.test(value)) {
      throw new UsageError(`--${name} may contain letters, digits, spaces and . _ @ = , + / -`);
    }
  }
  return (role) => `User:${principal ?? `${prefix ?? DEFAULT_PREFIX}${role}`}`;
}

function commandOf({ resource, name, pattern, operations }: TopicAcl, principal: string): string {
  const flags = operations.map((operation) => `--operation ${operation}`).join(' ');
  return `kafka-acls.sh --bootstrap-server "$KAFKA_BROKERS" --command-config admin.properties --add --allow-principal '${principal}' ${flags} --${resource} '${name}' --resource-pattern-type ${pattern}`;
}

function readRoles(text: string | undefined): PrincipalRole[] {
  if (text === undefined) return [...principalRoles];
  return text.split(',').map((word) => {
    const role = principalRoles.find((name) => name === word.trim());
    if (role === undefined) throw new UsageError(`--only must be of ${principalRoles.join(', ')}, not "${word}"`);
    return role;
  });
}
