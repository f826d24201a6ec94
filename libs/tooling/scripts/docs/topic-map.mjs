// Diagram and table of the publishers and handlers of topics, from the services' code.
import { load } from './load.mjs';
import { shippedSources } from './sources.mjs';

const SERVICES = ['gateway', 'frontier', 'renderer', 'results'];

const DEAD_LETTERS = ['deadLetters', 'rendererDeadLetters'];

/** Arrows that are not topics. */
const WAY_IN = 'caller([caller]) -- "HTTP" --> gateway';
const WAYS_OUT = [
  'renderer -- "pages" --> web((web))',
  'frontier -- "robots.txt, sitemaps" --> web',
  'results -- "webhooks" --> receiver([receiver])',
];

/**
 * Topics with their publishers and handlers, including `ephemeral` siblings.
 * @throws Error when a topic has no publisher, or a topic or its sibling no handler
 */
function readTopicMap() {
  const { topics } = load('libs/contracts');
  const map = Object.entries(topics).map(([id, topic]) => ({ id, topic, publishers: new Set(), handlers: new Set() }));
  const byId = new Map(map.map((entry) => [entry.id, entry]));
  for (const service of SERVICES) readService(service, byId);
  // Every consumer may publish dead letters; the admin API and the command read them without a handler.
  for (const id of DEAD_LETTERS) {
    byId.get(id).publishers = new Set(byId.get(id).topic.publishers);
    byId.get(id).handlers = new Set(['the admin API', 'the orbweaver command']);
  }
  for (const { id, topic, publishers, handlers } of map) {
    if (!DEAD_LETTERS.includes(id)) {
      requireSame(topic, 'publishers', publishers);
      requireSame(topic, 'handlers', handlers);
    }
    if (publishers.size === 0) throw new Error(`no service publishes ${topic.name}`);
    if (handlers.size === 0) throw new Error(`no service handles ${topic.name}`);
  }
  return map;
}

/** ACLs are generated from the table, so it must list the services of the code. */
function requireSame(topic, role, found) {
  const declared = [...topic[role]].sort().join(', ');
  const actual = [...found].sort().join(', ');
  if (declared !== actual) {
    throw new Error(
      `libs/contracts/src/topics.ts: ${role} of ${topic.name} are [${declared}], but [${actual}] in the code`,
    );
  }
}

function readService(service, byId) {
  for (const { file, text } of shippedSources(`apps/${service}`)) {
    const rest = text.replace(/@EventPattern\(([\s\S]*?)\)\s*\n/g, (_, pattern) => {
      const [, id, member] = /topics\.(\w+)(\.name)?/.exec(pattern) ?? [];
      const entry = byId.get(id);
      if (entry === undefined) throw new Error(`${file}: no topic is named in @EventPattern(${pattern})`);
      if (member !== undefined && entry.topic.ephemeral !== undefined) {
        throw new Error(`${file}: nothing handles ${entry.topic.ephemeral.name}`);
      }
      entry.handlers.add(service);
      return '';
    });
    for (const [, quoted, member] of rest.matchAll(/'(\w+)'|\btopics\.(\w+)/g)) {
      byId.get(quoted ?? member)?.publishers.add(service);
    }
  }
}

/** Every topic as an arrow of a Mermaid diagram. */
export function drawTopicMap() {
  return draw(arrows().map(({ from, to, topic }) => `${from} -- "${topic}" --> ${to}`));
}

/** The Mermaid diagram with one arrow per pair of services. Lanes of a topic are joined. */
export function drawFlow() {
  const labels = new Map();
  for (const { from, to, topic } of arrows()) {
    const pair = `${from} ${to}`;
    labels.set(pair, (labels.get(pair) ?? new Set()).add(topic.replace(/\.(interactive|bulk)$/, '')));
  }
  return draw(
    [...labels].map(([pair, topics]) => {
      const [from, to] = pair.split(' ');
      return `${from} -- "${[...topics].join(', ')}" --> ${to}`;
    }),
  );
}

function arrows() {
  return readTopicMap()
    .filter(({ id }) => !DEAD_LETTERS.includes(id))
    .flatMap(({ topic, publishers, handlers }) =>
      [...publishers].flatMap((from) => [...handlers].map((to) => ({ from, to, topic: topic.name }))),
    );
}

function draw(messages) {
  const stores = SERVICES.filter((name) => load(`apps/${name}`)[name].database).map((name) => `${name} --- postgres`);
  const lines = [WAY_IN, ...messages, ...WAYS_OUT, 'postgres[(Postgres)]', ...stores];
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

export function writeTopicTable() {
  const audiences = new Map(SERVICES.map((name) => [name, load(`apps/${name}`)[name].audience]));
  const hear = (name) => (audiences.get(name) === 'each' ? `every ${name}` : name);
  const rows = readTopicMap().flatMap(({ topic, publishers, handlers }) => {
    const ways = `${[...publishers].join(', ')} | ${[...handlers].map(hear).join(', ')}`;
    return [topic, topic.ephemeral].filter(Boolean).map(({ name, partitions, order, retentionMs }) => {
      return `| \`${name}\` | ${ways} | ${partitions} | ${order === 'by-key' ? 'by key' : order} | ${time(retentionMs)} |`;
    });
  });
  return ['| Topic | From | To | Partitions | Order | Kept for |', '|---|---|---|--:|---|--:|', ...rows].join('\n');
}

const time = (ms) => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);
