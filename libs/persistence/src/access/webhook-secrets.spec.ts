import { webhookSecretOf } from './webhook-secrets';

const master = 'the master secret of an installation';
const teamId = '0b9b2c4e-6f0a-4b57-9a55-3c1c3f5d7e11';

describe('webhookSecretOf', () => {
  it('derives a stable secret of 32 bytes', () => {
    expect(webhookSecretOf(master, teamId, 1)).toBe('whsec_htPQpUYE56ciuVYyMOkEDo3n6Pi+y03yRFEG5zYFBw0=');
  });

  it.each([
    ['another team', master, 'f0000000-6f0a-4b57-9a55-3c1c3f5d7e11', 1],
    ['another version', master, teamId, 2],
    ['another master', `${master}.`, teamId, 1],
  ])('derives another secret for %s', (_, ...other) => {
    expect(webhookSecretOf(...other)).not.toBe(webhookSecretOf(master, teamId, 1));
  });
});
