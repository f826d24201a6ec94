import { explainMalformedJson } from './explain-malformed-json';

const long = `{"a": "${'x'.repeat(30)}",\n "b": 1`;

/** Messages of JSON.parse in all supported versions of Node.js. */
describe('explainMalformedJson', () => {
  it.each([
    ["Expected property name or '}' in JSON at position 1", '{x}', "Expected property name or '}' at line 1, column 2"],
    [
      "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
      '{x}',
      "Expected property name or '}' at line 1, column 2",
    ],
    [
      'Unexpected non-whitespace character after JSON at position 3 (line 2 column 1)',
      '{}\nx',
      'Unexpected non-whitespace character at line 2, column 1',
    ],
    [
      'Unterminated string in JSON at position 8 (line 1 column 9)',
      '{"url":"',
      'Unterminated string at line 1, column 9',
    ],
    [
      'Bad control character in string literal in JSON at position 8',
      '{"url":"\n"}',
      'Bad control character in string literal at line 1, column 9',
    ],
    ['Unexpected end of JSON input', long, 'Unexpected end at line 2, column 8'],
    [
      `Unexpected token 'N', "{"url": None}" is not valid JSON`,
      '{"url": None}',
      `Unexpected token 'N', "{"url": None}" is not valid JSON`,
    ],
    ['Message of an unknown parser', '{', 'Message of an unknown parser'],
    [`Half a letter: \ud83d`, '{', 'Half a letter: …'],
  ])('locates the fault of "%s"', (message, body, explanation) => {
    expect(explainMalformedJson(message, body)).toBe(`Bad request, malformed JSON: ${explanation}`);
  });

  it('omits a message of more than 200 characters', () => {
    expect(explainMalformedJson('x'.repeat(201), '{')).toBe('Bad request, malformed JSON');
  });
});
