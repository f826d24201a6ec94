import type { Answer, TestGateway } from './start-gateway';

/** All pages of a list, following `next`. @param base prefix of `next`: PUBLIC_URL, if set */
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
