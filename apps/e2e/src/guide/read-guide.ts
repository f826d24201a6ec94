/** A request of the guide with its response. */
export interface GuideRequest {
  /** The line of the request, for error messages. */
  line: number;
  language: 'sh' | 'js' | 'python';
  /** Text to paste into a shell or a file. */
  command: string;
  answer: { kind: 'json' | 'text'; text: string } | undefined;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * The requests of a page: `sh` blocks, each with the following `json` or `text` block, and `js` and `python` blocks
 * that have such a response. Other blocks, such as `shell`, are not run.
 */
export function readGuide(markdown: string): GuideRequest[] {
  const requests: GuideRequest[] = [];
  let open: GuideRequest | undefined;
  for (const { 1: language, 2: text = '', index } of markdown.matchAll(FENCE)) {
    if (language === 'sh' || language === 'js' || language === 'python') {
      open = { line: markdown.slice(0, index).split('\n').length, language, command: text, answer: undefined };
      requests.push(open);
    } else {
      if ((language === 'json' || language === 'text') && open !== undefined) open.answer = { kind: language, text };
      open = undefined;
    }
  }
  return requests.filter(({ language, answer }) => language === 'sh' || answer !== undefined);
}

/** The operations of a curl command, e.g. `GET /v2/crawl/{id}`. */
export function operationsOf(command: string): string[] {
  const calls = command.split(/(?=\bcurl )/).filter((call) => call.startsWith('curl '));
  return calls.flatMap((call) => {
    const [, path] = /\$ORBWEAVER(\/[^\s"'?]*)/.exec(call) ?? [];
    if (path === undefined) return [];
    const [, method = / -[dF] /.test(call) ? 'POST' : 'GET'] = / -X (\w+)/.exec(call) ?? [];
    return [`${method} ${path.replaceAll(/\$\w+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`];
  });
}
