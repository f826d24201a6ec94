import { refusalOf } from '../../test/refusal-of';
import { readWire } from '../errors/read-wire';
import { FormatObject, Formats } from './formats';

const faultOf = (format: unknown) => {
  const { extra } = refusalOf(() => readWire(Formats, [format]));
  return (extra as { details: [{ values: string[]; message: string }] }).details[0];
};

describe('the refusal of a format', () => {
  const all = FormatObject.options.map(({ shape }) => shape.type.value);

  it.each(['docx', { type: 'docx' }, {}])('of %j lists all formats, to a program and in its sentence', (format) => {
    const { values, message } = faultOf(format);
    expect(values).toEqual(all);
    expect(values).toContain('attributes');
    const named = all.filter((name) => new RegExp(`\\b${name}\\b`).test(message));
    expect(named).toEqual(all);
  });

  it('by the name of one that needs an object lists those that may be named', () => {
    const { values, message } = faultOf('attributes');
    expect(values).toEqual(all.filter((name) => name !== 'attributes'));
    expect(message).toMatch(/needs an object/);
  });
});
