import type { Answer, TestGateway } from './start-gateway';

/**
 * The answers of a list, from `path` on, `next` after `next`.
 *
 * @param base what `next` begins with: PUBLIC_URL where it is set
 */
export async function followNext(
  gateway: TestGateway,
  path: string,
  { key = gateway.key, base = gateway.address }: { key?: string; base?: string } = {},
): Promise<Answer['body'][]> {
  const pages: Answer['body'][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, body } = await gateway.call(next, { key });
    expect({ status, body }).toMatchObject({ status: 200 });
    pages.push(body);
    expect((body.next ?? base).slice(0, base.length)).toBe(base);
    next = body.next?.slice(base.length);
  }
  return pages;
}
