// node compare.ts PATH BODY: sends one request to two services and prints the fields of the responses that differ.
// Waits for a crawl or batch to end and compares its documents and errors by URL.
// OLD and NEW are the addresses of the services, OLD_KEY and NEW_KEY their API keys.
const { OLD = '', OLD_KEY = '', NEW = '', NEW_KEY = '' } = process.env;
const [path = '', body = ''] = process.argv.slice(2);
if (OLD === '' || NEW === '' || body === '') {
  console.error('OLD and NEW must be set, PATH and BODY be given');
  process.exit(64);
}
const POLL_MS = 2_000;
const EXCERPT_CHARS = 60;

/** Fields that always differ. */
const NEVER_EQUAL = new Set([
  'id',
  'scrapeId',
  'createdAt',
  'completedAt',
  'expiresAt',
  'cachedAt',
  'duration',
  'timestamp',
]);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = Map<string, string>;
interface Answer {
  status: number;
  body: { [name: string]: Json };
}
interface Listed {
  url?: string;
  metadata?: { sourceURL: string };
}

class Service {
  constructor(
    private readonly address: string,
    private readonly key: string,
  ) {}

  async ask(target: string, sent?: string): Promise<Answer> {
    const response = await fetch(this.address.replace(/\/$/, '') + target, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: sent,
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) as Answer['body'] };
    } catch {
      return { status: response.status, body: { text } };
    }
  }

  /** The complete response as one value: the status, documents and errors for a job. */
  async answer(target: string, sent: string): Promise<Json> {
    const { status, body: first } = await this.ask(target, sent);
    if (typeof first.id !== 'string' || first.success !== true) return { httpStatus: status, ...first };
    const job = `${target}/${first.id}`;
    let { body: state } = await this.ask(`${job}?limit=1`);
    while (state.status === 'scraping') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      ({ body: state } = await this.ask(`${job}?limit=1`));
    }
    const documents: Json[] = [];
    for (let page: Json | undefined = job; typeof page === 'string'; ) {
      const { body: part }: Answer = await this.ask(page);
      documents.push(...((part.data ?? []) as Json[]));
      // Never send the key to another host.
      page = typeof part.next === 'string' ? part.next.slice(part.next.indexOf(job)) : undefined;
    }
    const { body: failed } = await this.ask(`${job}/errors`);
    const { data: _data, next: _next, ...end } = state;
    return {
      httpStatus: status,
      job: end,
      documents: byUrl(documents),
      errors: byUrl((failed.errors ?? []) as Json[]),
      robotsBlocked: [...((failed.robotsBlocked ?? []) as string[])].sort(),
    };
  }
}

/** Pages finish in any order. */
function byUrl(items: Json[]): Json {
  return Object.fromEntries(
    items.map((item) => [(item as Listed).metadata?.sourceURL ?? (item as Listed).url ?? '', item]),
  );
}

function fieldsOf(value: Json, name = '', fields: Fields = new Map()): Fields {
  if (typeof value !== 'object' || value === null) return fields.set(name, JSON.stringify(value));
  for (const [key, member] of Object.entries(value)) {
    if (NEVER_EQUAL.has(key)) continue;
    fieldsOf(member, name === '' ? key : `${name}.${key}`, fields);
  }
  return fields;
}

function describe(name: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `${name}: only new: ${cut(after ?? '')}`;
  if (after === undefined) return `${name}: only old: ${cut(before)}`;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return `${name}: from character ${same} on: old: ${cut(before.slice(same))}, new: ${cut(after.slice(same))}`;
}

const cut = (text: string) => (text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text);

const [before, after] = (
  await Promise.all([new Service(OLD, OLD_KEY).answer(path, body), new Service(NEW, NEW_KEY).answer(path, body)])
).map((answer) => fieldsOf(answer)) as [Fields, Fields];
const differing = [...new Set([...before.keys(), ...after.keys()])]
  .filter((name) => before.get(name) !== after.get(name))
  .sort();
for (const name of differing) console.log(describe(name, before.get(name), after.get(name)));
const [statusOfOld, statusOfNew] = [before, after].map((fields) => Number(fields.get('httpStatus'))) as [
  number,
  number,
];
// Two equal rejections do not compare accepted requests.
const isRefused = statusOfOld >= 400 && statusOfNew >= 400;
if (isRefused) console.log(`Both rejected the request: old ${statusOfOld}, new ${statusOfNew}: ${after.get('error')}`);
console.log(`${differing.length} of ${new Set([...before.keys(), ...after.keys()]).size} fields differ`);
process.exitCode = isRefused ? 2 : differing.length === 0 ? 0 : 1;
