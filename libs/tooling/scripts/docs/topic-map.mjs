// Who publishes each topic and who handles it, read from the services' code, as a diagram and as a table.
import { load } from './load.mjs';
import { shippedSources } from './sources.mjs';

const SERVICES = ['gateway', 'frontier', 'renderer', 'results'];

/** What is not a topic: the ways into and out of the system. */
const OTHER_ARROWS = [
  'caller([caller]) -- "HTTP" --> gateway',
  'renderer -- "pages" --> web((web))',
  'frontier -- "robots.txt, sitemaps" --> web',
  'results -- "webhooks" --> receiver([receiver])',
];

/**
 * Every topic with its publishers and handlers. A topic for pages with zero data retention, named after another one
 * with a suffix, is joined to that: it goes the same way.
 * @throws Error when a topic is published or handled by no service, or goes another way than its sibling
 */
export function readTopicMap() {
  const { topics } = load('libs/contracts');
  const ids = new Map(Object.keys(topics).map((id) => [id, { publishers: new Set(), handlers: new Set() }]));
  for (const service of SERVICES) readService(service, ids);
  const map = Object.entries(topics).map(([id, topic]) => ({ id, topic, ...ids.get(id) }));
  const deadLetters = map.find(({ id }) => id === 'deadLetters');
  deadLetters.publishers = new Set(['every service']);
  deadLetters.handlers = new Set(['the orbweaver command']);
  for (const entry of map) entry.sibling = map.find(({ topic }) => entry.topic.name.startsWith(`${topic.name}.`));
  for (const { topic, publishers, handlers, sibling } of map) {
    if (handlers.size === 0) throw new Error(`no service handles ${topic.name}`);
    if (sibling !== undefined && !isSame(handlers, sibling.handlers)) {
      throw new Error(`${topic.name} and ${sibling.topic.name} are handled by different services`);
    }
    // A sibling's publishers may leave the choice of the topic to the transport.
    if (sibling === undefined && publishers.size === 0) throw new Error(`no service publishes ${topic.name}`);
  }
  return map;
}

function readService(service, ids) {
  for (const { file, text } of shippedSources(`apps/${service}`)) {
    const rest = text.replace(/@EventPattern\(([\s\S]*?)\)\s*\n/g, (_, pattern) => {
      const handled = [...pattern.matchAll(/topics\.(\w+)/g)].map(([, id]) => id).filter((id) => ids.has(id));
      if (handled.length === 0) throw new Error(`${file}: no topic is named in @EventPattern(${pattern})`);
      for (const id of handled) ids.get(id).handlers.add(service);
      return '';
    });
    for (const [, quoted, member] of rest.matchAll(/'(\w+)'|\btopics\.(\w+)/g)) {
      ids.get(quoted ?? member)?.publishers.add(service);
    }
  }
}

const isSame = (one, other) => one.size === other.size && [...one].every((value) => other.has(value));

/** Every arrow of the running system, for Mermaid. */
export function drawTopicMap() {
  const arrows = readTopicMap()
    .filter(({ id, sibling }) => sibling === undefined && id !== 'deadLetters')
    .flatMap(({ topic, publishers, handlers }) =>
      [...publishers].flatMap((from) => [...handlers].map((to) => `${from} -- "${topic.name}" --> ${to}`)),
    );
  const stores = SERVICES.filter((name) => load(`apps/${name}`)[name].database).map((name) => `${name} --- postgres`);
  const lines = [...OTHER_ARROWS.slice(0, 1), ...arrows, ...OTHER_ARROWS.slice(1), 'postgres[(Postgres)]', ...stores];
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

/** One row a topic. */
export function writeTopicTable() {
  const audiences = new Map(SERVICES.map((name) => [name, load(`apps/${name}`)[name].audience]));
  const hear = (name) => (audiences.get(name) === 'each' ? `every ${name}` : name);
  const rows = readTopicMap().map(({ topic, publishers, handlers, sibling }) => {
    const from = [...(publishers.size > 0 ? publishers : sibling.publishers)].join(', ');
    const to = [...handlers].map(hear).join(', ');
    const order = topic.order === 'by-key' ? 'by key' : 'parallel';
    return `| \`${topic.name}\` | ${from} | ${to} | ${topic.partitions} | ${order} | ${time(topic.retentionMs)} |`;
  });
  return ['| Topic | From | To | Partitions | Order | Kept for |', '|---|---|---|--:|---|--:|', ...rows].join('\n');
}

const time = (ms) => (ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`);
