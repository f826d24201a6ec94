import { previewCron } from './cron-preview';

const AFTER = new Date('2026-01-02T12:00Z');

describe('cron preview', () => {
  it('lists the next five runs in the time zone of the schedule', () => {
    const preview = previewCron('0 6 * * 1-5', 'Europe/Berlin', AFTER);
    expect(preview).toEqual({
      times: [5, 6, 7, 8, 9].map((day, index) =>
        expect.stringMatching(
          new RegExp(`^${['Mon', 'Tue', 'Wed', 'Thu', 'Fri'][index]}, Jan ${day}, 2026, 06:00 GMT\\+1$`),
        ),
      ),
    });
  });

  it.each([
    ['0 6 * *', 'UTC'],
    ['every day', 'UTC'],
    ['0 6 * * *', 'Mars/Olympus'],
    ['0 0 30 2 *', 'UTC'],
  ])('explains the fault of %p in %p', (cron, timezone) => {
    expect(previewCron(cron, timezone, AFTER)).toEqual({ fault: expect.stringMatching(/^(?:Enter|Never)/) });
  });
});
