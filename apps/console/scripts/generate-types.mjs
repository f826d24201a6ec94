// Writes src/generated, the types and limits of the API, from the committed OpenAPI documents.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const { paths, components } = JSON.parse(readFileSync(path.join(documents, 'v2.json'), 'utf8'));
const { example } = paths['/v2/team/keys/{id}/rotate'].post.requestBody.content['application/json'];
const { maximum } = components.schemas.TeamKeysIdRotateRequest.properties.overlapSeconds;
writeFileSync(
  path.join(generated, 'rotation.ts'),
  `/** The default is the example of the API document. */
export const keyOverlap = { defaultSeconds: ${example.overlapSeconds}, maxSeconds: ${maximum} };
`,
);
