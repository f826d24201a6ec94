import { refusalOf } from '../../test/refusal-of';
import { readWire } from '../errors/read-wire';
import { FormatObject, Formats } from './formats';

const faultOf = (format: unknown) => {
  const { extra } = refusalOf(() => readWire(Formats, [format]));
  return (extra as { details: [{ values: string[]; message: string }] }).details[0];
};

describe('the error of an invalid format', () => {
  const all = FormatObject.options.map(({ shape }) => shape.type.value);

  it.each(['docx', { type: 'docx' }, {}])('lists all formats in details and message for %j', (format) => {
    const { values, message } = faultOf(format);
    expect(values).toEqual(all);
    expect(values).toContain('attributes');
    const named = all.filter((name) => new RegExp(`\\b${name}\\b`).test(message));
    expect(named).toEqual(all);
  });

  it('lists the formats that can be named, for a format that needs an object', () => {
    const { values, message } = faultOf('attributes');
    expect(values).toEqual(all.filter((name) => name !== 'attributes'));
    expect(message).toMatch(/needs an object/);
  });
});
