export type Language = 'curl' | 'typescript' | 'python';

export const languages: readonly { id: Language; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'python', label: 'Python' },
];

interface ComposedRequest {
  origin: string;
  path: string;
  /** POST by default. */
  method?: string;
  /** Absent for requests without a body. */
  body?: unknown;
  /** Name of the uploaded file. */
  file?: string | undefined;
}

/** A program that sends the request. The key is read from the environment, so that copies contain no secret. */
export function codeOf(language: Language, request: ComposedRequest): string {
  return { curl, typescript, python }[language](request);
}

/** For a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ origin, path, method = 'POST', body, file }: ComposedRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const verb = isImplied ? '' : `-X ${method} `;
  const head = [`curl -s ${verb}${quoted(origin + path)}`, `  -H "Authorization: Bearer $KEY"`];
  if (body === undefined) return head.join(' \\\n');
  const json = JSON.stringify(body, null, 2);
  const rest =
    file === undefined
      ? [`  -H 'Content-Type: application/json'`, `  -d ${quoted(json)}`]
      : [`  -F ${quoted(`file=@${file}`)}`, `  -F ${quoted(`options=${json}`)}`];
  return [...head, ...rest].join(' \\\n');
}

function typescript({ origin, path, method = 'POST', body, file }: ComposedRequest): string {
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
  const head = `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: '${method}',
  headers: { Authorization: \`Bearer \${process.env.KEY}\``;
  if (body === undefined) return `${head} },\n});\nconsole.log(await response.json());\n`;
  return `${head}, 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
});
console.log(await response.json());
`;
}

function python({ origin, path, method = 'POST', body, file }: ComposedRequest): string {
  const sent =
    file === undefined
      ? jsonArgument(body)
      : `    files={"file": open(${JSON.stringify(file)}, "rb")},\n    data={"options": json.dumps(${pythonOf(body)})},\n`;
  return `${file === undefined ? '' : 'import json\n'}import os

import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(origin + path)},
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
${sent})
print(response.json())
`;
}

const jsonArgument = (body: unknown) => (body === undefined ? '' : `    json=${pythonOf(body)},\n`);

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
