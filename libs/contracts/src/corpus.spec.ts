import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TopicId, topics } from './topics';

/** Published messages of past releases, never edited. Each release adds files for new fields and types. */
interface Sample {
  topic: TopicId;
  message: Record<string, unknown>;
  bytes?: Record<string, string>;
}

const dir = path.join(__dirname, 'corpus');
const samples = readdirSync(dir).map((file): [string, Sample] => [
  file,
  JSON.parse(readFileSync(path.join(dir, file), 'utf8')) as Sample,
]);

const messageOf = ({ message, bytes = {} }: Sample) => ({
  ...message,
  ...Object.fromEntries(Object.entries(bytes).map(([name, text]) => [name, Buffer.from(text, 'base64')])),
});

describe('messages of previous releases', () => {
  it.each(samples)('parses %s without losing a field', (_, sample) => {
    const message = messageOf(sample);
    expect(topics[sample.topic].schema.parse(message)).toEqual(message);
  });

  it.each(samples)('parses %s with an unknown field', (_, sample) => {
    const message = messageOf(sample);
    expect(topics[sample.topic].schema.parse({ ...message, later: true })).toEqual(message);
  });

  it('has a sample of every message type of every topic', () => {
    const wanted = Object.values(topics).flatMap(({ schema }) =>
      ('options' in schema ? schema.options : [schema]).map(({ shape }) => shape.type.value),
    );
    const kept = new Set(samples.map(([, { message }]) => message.type));
    expect([...kept].sort()).toEqual([...new Set(wanted)].sort());
  });
});
