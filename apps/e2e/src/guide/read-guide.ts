/** A request of the guide, and the answer that stands below it. */
export interface GuideRequest {
  /** The line of the page where the request begins, for what a failing test says. */
  line: number;
  language: 'sh' | 'js' | 'python';
  /** What a reader pastes into a shell or a file. */
  command: string;
  answer: { kind: 'json' | 'text'; text: string } | undefined;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * The requests of a page: its blocks of `sh`, each with the block of `json` or `text` that follows it, and those blocks
 * of `js` and `python` that have such an answer. All other blocks, `shell` among them, are to be read only.
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

/** `POST /v2/crawl`, `GET /v2/crawl/{id}`: the operations that a command of curl calls. */
export function operationsOf(command: string): string[] {
  const calls = command.split(/(?=\bcurl )/).filter((call) => call.startsWith('curl '));
  return calls.flatMap((call) => {
    const [, path] = /\$ORBWEAVER(\/[^\s"'?]*)/.exec(call) ?? [];
    if (path === undefined) return [];
    const [, method = / -d /.test(call) ? 'POST' : 'GET'] = / -X (\w+)/.exec(call) ?? [];
    return [`${method} ${path.replaceAll(/\$\w+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}`];
  });
}
