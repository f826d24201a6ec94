export interface RequestSecret {
  /** `user-info`: a string, usually a URL, that may contain a user and a password. */
  kind: 'header' | 'text' | 'user-info';
  /** Dotted, such as `scrapeOptions.headers.Cookie`. */
  path: string;
  value: string;
}

/**
 * Copies a request with replaced secrets: header values, the text of write actions (often a password), and strings with
 * user information. `replace` returns the new value, or undefined to omit the field. The depth of bodies is limited.
 */
export function replaceSecrets(
  request: unknown,
  replace: (secret: RequestSecret) => string | undefined,
  path: readonly string[] = [],
): unknown {
  if (typeof request === 'string') return replace({ kind: 'user-info', path: path.join('.'), value: request });
  if (typeof request !== 'object' || request === null) return request;
  if (Array.isArray(request)) return request.map((item, index) => replaceSecrets(item, replace, [...path, `${index}`]));
  // Properties of a JSON schema may have any name.
  const isSchema = path.includes('schema');
  const isHeaders = !isSchema && path.at(-1) === 'headers';
  const isWrite = !isSchema && 'type' in request && request.type === 'write';
  const fields = Object.entries(request).flatMap(([name, value]) => {
    const inner = [...path, name];
    const kind = isHeaders ? 'header' : isWrite && name === 'text' ? 'text' : undefined;
    const replaced =
      kind === undefined
        ? replaceSecrets(value, replace, inner)
        : replace({ kind, path: inner.join('.'), value: String(value) });
    return replaced === undefined ? [] : [[name, replaced]];
  });
  const isEmptied = isHeaders && fields.length === 0 && Object.keys(request).length > 0;
  return isEmptied ? undefined : Object.fromEntries(fields);
}
