import { SignInTokens } from './sign-in-tokens';

describe('SignInTokens', () => {
  it('exchanges a token for the key once, within 15 minutes', () => {
    let nowMs = 0;
    const tokens = new SignInTokens(() => nowMs);
    const [first, second] = [tokens.issue('ow-1'), tokens.issue('ow-2')];
    expect(tokens.redeem(first)).toBe('ow-1');
    expect(tokens.redeem(first)).toBeUndefined();
    expect(tokens.redeem('other')).toBeUndefined();
    nowMs = 15 * 60_000;
    expect(tokens.redeem(second)).toBeUndefined();
  });
});
