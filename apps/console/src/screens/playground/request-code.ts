export type Language = 'curl' | 'typescript' | 'python';

export const languages: readonly { id: Language; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
];

interface ComposedRequest {
  origin: string;
  path: string;
  body: unknown;
  /** Name of the uploaded file. */
  file?: string | undefined;
}

/** A program that sends the request. The key is read from the environment, so that copies contain no secret. */
export function codeOf(language: Language, request: ComposedRequest): string {
  return { curl, typescript, python }[language](request);
}

/** For a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ origin, path, body, file }: ComposedRequest): string {
  const head = [`curl -s ${quoted(origin + path)}`, `  -H "Authorization: Bearer $KEY"`];
  const json = JSON.stringify(body, null, 2);
  const rest =
    file === undefined
      ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(json)}`]
      : [`  -F ${quoted(`file=@${file}`)}`, `  -F ${quoted(`options=${json}`)}`];
  return [...head, ...rest].join(' \\\n');
}

function typescript({ origin, path, body, file }: ComposedRequest): string {
  const json = JSON.stringify(body, null, 2);
  if (file !== undefined) {
    return `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.set('file', await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});
form.set('options', JSON.stringify(${json}));
const response = await fetch(${JSON.stringify(origin + path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
  body: form,
});
console.log(await response.json());
`;
  }
  return `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
});
console.log(await response.json());
`;
}

function python({ origin, path, body, file }: ComposedRequest): string {
  const value = pythonOf(body);
  const sent =
    file === undefined
      ? `    json=${value},\n`
      : `    files={"file": open(${JSON.stringify(file)}, "rb")},\n    data={"options": json.dumps(${value})},\n`;
  return `${file === undefined ? '' : 'import json\n'}import os

import requests

response = requests.post(
    ${JSON.stringify(origin + path)},
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
${sent})
print(response.json())
`;
}

/** JSON as a Python expression. */
function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}
