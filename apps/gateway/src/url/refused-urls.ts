import { type ApiError, inSentences, refuse, type WireIssue } from '../errors/api-error';
import type { HostRefusal, UrlProblem } from './read-url';

/** Maximum number of URLs with their reasons. A batch can have 500,000. */
const MAX_EXPLAINED = 20;

const closedHost = { status: 403, code: 'UNSUPPORTED_SITE' } as const;

/** Rejected URLs of a request: counts all, and explains the first. */
export class RefusedUrls {
  /** URLs rejected because of their host, by cause. */
  readonly byHost: Record<HostRefusal['cause'], number> = { closed: 0, 'not-public': 0 };
  /** The first URL rejected because of its host. */
  firstHost?: HostRefusal;
  private counted = 0;
  private readonly explained: WireIssue[] = [];

  get count(): number {
    return this.counted;
  }

  /** @param path of the URL in the request */
  add(path: (string | number)[], { explain, refusal }: UrlProblem): this {
    this.counted += 1;
    if (this.explained.length < MAX_EXPLAINED) this.explained.push({ code: 'custom', message: explain(), path });
    if (refusal !== undefined) {
      this.byHost[refusal.cause] += 1;
      this.firstHost ??= refusal;
    }
    return this;
  }

  /** 403 if all hosts are denied, otherwise 400. */
  toError(): ApiError {
    const more = this.counted - this.explained.length;
    const lead = more === 0 ? '' : `${this.counted} URLs are invalid, starting with: `;
    return refuse(this.explained, lead, this.byHost.closed === this.counted ? closedHost : undefined);
  }

  /** 400 for a list without a valid URL. */
  toErrorOfAll(): ApiError {
    const all = this.counted === 1 ? '' : `, all ${this.counted} are invalid`;
    return refuse([{ code: 'custom', message: `No valid URLs provided${all}`, path: ['urls'] }, ...this.explained]);
  }

  /** Warning for a request that continues without them. */
  toWarning(): string {
    const lead = this.counted === 1 ? '1 invalid URL was ignored' : `${this.counted} invalid URLs were ignored`;
    return `${lead}, see invalidURLs. ${inSentences(this.explained, { total: this.counted, elsewhere: '' })}`;
  }
}
