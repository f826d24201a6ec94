/** The port of an http or https URL, which is not written where it is the scheme's own. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
