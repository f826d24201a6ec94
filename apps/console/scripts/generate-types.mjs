// Writes src/generated/*.d.ts, the types of the API, from the committed OpenAPI documents.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const documents = path.resolve(import.meta.dirname, '../../docs/openapi');
const generated = path.resolve(import.meta.dirname, '../src/generated');

mkdirSync(generated, { recursive: true });
for (const name of ['v2', 'admin']) {
  const nodes = await openapiTS(pathToFileURL(path.join(documents, `${name}.json`)));
  writeFileSync(path.join(generated, `${name}.d.ts`), astToString(nodes));
}
