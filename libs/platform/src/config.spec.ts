import { z } from 'zod';
import { ConfigError, commaList, describeConfig, flag, loadConfigs } from './config';
import { platformConfig } from './platform.config';

const schema = z.object({
  SIZE: z.coerce.number().int().min(1).default(3).describe('How many'),
  HOSTS: commaList.optional().describe('Where'),
  LOUD: flag.default(false).describe('Whether to shout'),
});

const load = (environment: Record<string, string>) => loadConfigs({ some: schema }, environment).some;

describe('loadConfigs', () => {
  it.each([
    ['nothing set', {}, { SIZE: 3, LOUD: false }],
    ['everything set', { SIZE: '7', HOSTS: 'a, b,,c', LOUD: 'true' }, { SIZE: 7, HOSTS: ['a', 'b', 'c'], LOUD: true }],
    ['a variable set to nothing', { SIZE: '', LOUD: '' }, { SIZE: 3, LOUD: false }],
    ['variables of others', { OTHER: 'x' }, { SIZE: 3, LOUD: false }],
  ])('reads an environment with %s', (_, environment, expected) => {
    expect(load(environment)).toEqual(expected);
  });

  it('tells every problem of every schema at once, by the name of the variable, without its value', () => {
    const read = () =>
      loadConfigs({ a: schema, b: platformConfig }, { SIZE: '-1', LOUD: 'maybe', DATABASE_URL: 'hunter2' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/SIZE: .*\n.*LOUD: .*\n.*DATABASE_URL: must start with postgresql/);
    expect(read).not.toThrow(/hunter2/);
  });
});

describe('describeConfig', () => {
  it('gives name, description and default of every field', () => {
    expect(describeConfig(schema)).toEqual([
      { name: 'SIZE', description: 'How many', default: '3' },
      { name: 'HOSTS', description: 'Where' },
      { name: 'LOUD', description: 'Whether to shout', default: 'false' },
    ]);
  });

  it('refuses a field that nobody described', () => {
    expect(() => describeConfig(z.object({ MUTE: z.string().optional() }))).toThrow(/MUTE/);
  });

  it('finds a description on every field of the platform', () => {
    expect(describeConfig(platformConfig).length).toBeGreaterThan(10);
  });
});
