// Runs the official n8n nodes without n8n: evaluates their declarative requests with defaults as n8n does, and sends
// them, with a body even on GET. IPC: {parameters} returns {request, status, body} or {error}; without parameters it
// tests the credentials.
import { request as httpRequest } from 'node:http';
import Module, { createRequire } from 'node:module';

// The nodes use only a pause of n8n's package, in an operation that is not run here.
const load = Module._load;
Module._load = (name, ...rest) => (name === 'n8n-workflow' ? {} : load(name, ...rest));

const nodes = '@mendable/n8n-nodes-firecrawl/dist';
const require = createRequire(import.meta.url);
const { description } = new (require(`${nodes}/nodes/Firecrawl/Firecrawl.node.js`).Firecrawl)();
const credential = new (require(`${nodes}/credentials/FirecrawlApi.credentials.js`).FirecrawlApi)();
const credentials = { baseUrl: process.env.CLIENT_API_URL, apiKey: process.env.CLIENT_API_KEY };

process.on('message', async ({ parameters }) => {
  try {
    const request = parameters === undefined ? credential.test.request : await makeRequest(parameters);
    process.send(await send(evaluate(request, {})));
  } catch (error) {
    process.send({ error: String(error) });
  }
});

async function makeRequest(given) {
  const parameters = fillIn(description.properties, given);
  const made = { request: { headers: {}, body: {} }, preSend: [] };
  merge(made.request, evaluate(description.requestDefaults, {}));
  for (const property of description.properties) {
    if (isShown(property, parameters)) collect(made, property, parameters[property.name], parameters);
  }
  const node = { getNodeParameter: (name, otherwise) => parameters[name] ?? otherwise };
  for (const step of made.preSend) made.request = await step.call(node, made.request);
  return made.request;
}

/** Defaults of absent parameters at every level. */
function fillIn(properties, given) {
  const filled = {};
  for (const property of properties) {
    // Selectors precede dependent properties.
    if (!isShown(property, { ...given, ...filled })) continue;
    const value = given[property.name] ?? structuredClone(property.default);
    filled[property.name] = property.type === 'fixedCollection' ? fillInGroups(property, value) : value;
  }
  return filled;
}

function fillInGroups({ options }, value) {
  const groups = options.filter(({ name }) => value?.[name] !== undefined);
  const fillInGroup = ({ name, values }) =>
    Array.isArray(value[name]) ? value[name].map((one) => fillIn(values, one)) : fillIn(values, value[name]);
  return Object.fromEntries(groups.map((group) => [group.name, fillInGroup(group)]));
}

function isShown({ displayOptions }, parameters) {
  const matches = ([name, values]) => values.includes(parameters[name]);
  const { show = {}, hide = {} } = displayOptions ?? {};
  return Object.entries(show).every(matches) && !Object.entries(hide).some(matches);
}

/** Adds the requests of a property and its children; later ones override. */
function collect(made, property, value, parameters) {
  const { request, send } = property.routing ?? {};
  if (request !== undefined) merge(made.request, evaluate(request, { value, parameters }));
  made.preSend.push(...(send?.preSend ?? []));
  if (property.type === 'options') {
    const chosen = property.options.find((option) => option.value === value);
    if (chosen !== undefined) collect(made, chosen, value, parameters);
  } else if (property.type === 'collection') {
    const chosen = property.options.filter(({ name }) => Object.hasOwn(value, name));
    for (const option of chosen) collect(made, option, value[option.name], parameters);
  } else if (property.type === 'fixedCollection') {
    for (const group of property.options) {
      const members = value?.[group.name] === undefined ? [] : [value[group.name]].flat();
      for (const member of members) for (const one of group.values) collect(made, one, member[one.name], parameters);
    }
  }
}

/** Text after = is one expression in double braces, or text with expressions. */
function evaluate(template, names) {
  if (Array.isArray(template)) return template.map((one) => evaluate(one, names));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, evaluate(one, names)]));
  }
  if (typeof template !== 'string' || !template.startsWith('=')) return template;
  const whole = /^=\{\{([\s\S]*)\}\}$/.exec(template);
  if (whole !== null) return compute(whole[1], names);
  return template.slice(1).replace(/\{\{([\s\S]*?)\}\}/g, (_, expression) => compute(expression, names));
}

function compute(expression, { value, parameters }) {
  try {
    const run = new Function('$value', '$parameter', '$credentials', `return (${expression})`);
    return run(value, parameters, credentials);
  } catch (error) {
    // n8n evaluates fields of undefined to undefined.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Deep merge in place; undefined changes nothing, lists replace. */
function merge(target, source) {
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const old = target[key];
    const isDeep = typeof value === 'object' && value !== null;
    const fits = typeof old === 'object' && old !== null && (Array.isArray(old) || !Array.isArray(value));
    if (isDeep) target[key] = merge(fits ? old : Array.isArray(value) ? [] : {}, value);
    else target[key] = value;
  }
  return target;
}

function send(request) {
  const { baseURL, url, method = 'GET', headers, body } = request;
  const json = body === undefined ? '' : JSON.stringify(body);
  const all = { ...headers, Authorization: `Bearer ${credentials.apiKey}`, 'Content-Length': Buffer.byteLength(json) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(baseURL + url, { method, headers: all }, async (response) => {
      const answer = JSON.parse(Buffer.concat(await response.toArray()).toString());
      resolve({ request: { method, url, body }, status: response.statusCode, body: answer });
    });
    sent.on('error', reject);
    sent.end(json);
  });
}
