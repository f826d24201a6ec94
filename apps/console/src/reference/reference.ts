import '../parts/theme';
import { type ShownOpenApi, withSamples } from './with-samples';
import 'openapi-explorer/dist/browser/openapi-explorer.min.js';
import '../design/tokens.css';
import './reference.css';

/** Attributes of the reference that take a colour, and the design token of each. */
const COLOURS = {
  'bg-color': '--background',
  'text-color': '--text',
  'primary-color': '--accent',
  'secondary-color': '--muted',
  'header-bg-color': '--surface',
  'header-color': '--text',
  'nav-bg-color': '--surface',
  'nav-text-color': '--text',
  'nav-hover-bg-color': '--background',
  'nav-hover-text-color': '--accent',
};

interface OpenApiExplorer extends HTMLElement {
  loadSpec(document: ShownOpenApi): Promise<void>;
}

const reference = document.createElement('openapi-explorer');
reference.setAttribute('default-schema-tab', 'body');
reference.setAttribute('hide-components', 'true');
setColours();
document.body.append(reference);
const response = await fetch('/openapi.json');
await (reference as unknown as OpenApiExplorer).loadSpec(withSamples((await response.json()) as ShownOpenApi));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', setColours);

function setColours(): void {
  const style = getComputedStyle(document.documentElement);
  for (const [attribute, token] of Object.entries(COLOURS)) {
    reference.setAttribute(attribute, style.getPropertyValue(token).trim());
  }
}
