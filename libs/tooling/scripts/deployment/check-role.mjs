// Checks that containers of the shared service image select their role. Without a role the image exits.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const SERVICE_IMAGE = /(?:^|\/)orbweaver\/service(?:[:@]|$)/;

const source = readFileSync(path.join(root, 'apps/service/src/find-role.ts'), 'utf8');
const ROLES = [...source.matchAll(/^ {2}(\w+): async \(/gm)].map(([, role]) => role);
if (!ROLES.includes('gateway')) throw new Error('the source of the roles has moved');

/**
 * @param {string} name of the service or the Deployment, which is that of its role
 * @param {{ image: string, entrypoint?: string[], args?: string[] }} container whose entrypoint replaces that of the image
 */
export function checkRole(name, { image, entrypoint, args = [] }, complain) {
  if (!SERVICE_IMAGE.test(image) || entrypoint !== undefined) return;
  const [role] = args;
  if (role === undefined) complain('does not select the role of the image');
  else if (!ROLES.includes(role)) complain(`runs the image in the role ${role}, which does not exist`);
  // Any pod may run administrative commands.
  else if (role !== 'admin' && role !== name) complain(`runs the image in the role ${role}, not in its own`);
}
