export interface Reply<T = ReplyBody> {
  status: number;
  headers: Headers;
  body: T;
}

/** Untyped: suites assert what they expect. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of the system under test are what is being examined
export type ReplyBody = any;

export interface WireDocument {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  links?: string[];
  attributes?: { selector: string; attribute: string; values: string[] }[];
  screenshot?: string;
  branding?: object;
  actions?: {
    screenshots: string[];
    scrapes: { url: string; html: string }[];
    javascriptReturns: { type: string; value: unknown }[];
    pdfs: string[];
  };
  warning?: string;
  metadata: { sourceURL: string; url: string; statusCode: number; scrapeId: string; [key: string]: unknown };
}

/** Sends requests to the gateways in turn, because each must serve every job. */
export class ApiClient {
  private turn = 0;

  constructor(
    readonly baseUrls: readonly string[],
    readonly apiKey: string | undefined,
  ) {}

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  delete(path: string): Promise<Reply> {
    return this.send('DELETE', path);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('POST', path, JSON.stringify(body), headers);
  }

  /** `path` may be an absolute URL, as in `next`. */
  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(new URL(path, this.nextBaseUrl()), {
      method,
      headers: {
        ...(this.apiKey === undefined ? {} : { authorization: `Bearer ${this.apiKey}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  nextBaseUrl(): string {
    const url = this.baseUrls[this.turn % this.baseUrls.length];
    this.turn += 1;
    if (url === undefined) throw new Error('There is no gateway');
    return url;
  }
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
