import { changedLimits } from './changed-limits';

const opened = {
  maxConcurrency: 5,
  scrapesPerMinute: null,
  jobsPerMinute: 60,
  retentionHours: null,
  creditsLimited: true,
  zeroDataRetention: false,
  hosts: { allowed: ['a.example', '*.a.example'], closed: ['shop.example'] },
};
const fields = {
  maxConcurrency: '5',
  scrapesPerMinute: '',
  jobsPerMinute: '60',
  retentionHours: '',
  creditsLimited: 'on',
  allowed: '*.a.example\na.example',
  closed: 'shop.example',
};
const { creditsLimited: _, ...unchecked } = fields;

describe('changedLimits', () => {
  it.each([
    ['nothing', fields, {}],
    ['a limit', { ...fields, scrapesPerMinute: '600' }, { scrapesPerMinute: 600 }],
    ['the removal of a limit', { ...fields, jobsPerMinute: '' }, { jobsPerMinute: null }],
    ['the retention', { ...fields, retentionHours: '12' }, { retentionHours: 12 }],
    ['a switch that is set', { ...fields, zeroDataRetention: 'on' }, { zeroDataRetention: true }],
    ['a switch that is cleared', unchecked, { creditsLimited: false }],
    [
      'one list of hosts',
      { ...fields, closed: 'b.example, c.example' },
      { hosts: { closed: ['b.example', 'c.example'] } },
    ],
    ['an emptied list of hosts', { ...fields, allowed: ' ' }, { hosts: { allowed: [] } }],
  ])('returns only %s', (_name, entered, changes) => {
    expect(changedLimits(opened, entered)).toEqual(changes);
  });
});
