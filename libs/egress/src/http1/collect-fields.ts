/** Lower-case names with all their values. `rawHeaders`: name, value, name, value, … */
export function collectFields(rawHeaders: readonly string[]): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const values = fields.get(name) ?? [];
    values.push(rawHeaders[at + 1] ?? '');
    fields.set(name, values);
  }
  return Object.fromEntries(fields);
}
