import { Slots } from './slots';

const never = new AbortController().signal;

/** Whether the promise is settled after all microtasks and timers. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('Slots', () => {
  it('reserves slots for interactive work', async () => {
    const slots = new Slots(3, 1);
    await slots.take('bulk', never);
    await slots.take('bulk', never);
    expect(slots.hasRoom('bulk')).toBe(false);
    expect(await isSettled(slots.take('bulk', never))).toBe(false);
    expect(slots.hasRoom('interactive')).toBe(true);
    await slots.take('interactive', never);
    expect(slots.hasRoom('interactive')).toBe(false);
  });

  it('leaves one slot to bulk work regardless of the reservation', async () => {
    const slots = new Slots(1, 1);
    expect(slots.hasRoom('bulk')).toBe(true);
  });

  it('serves interactive work before earlier bulk work', async () => {
    const slots = new Slots(1, 0);
    const giveBack = await slots.take('bulk', never);
    const bulk = slots.take('bulk', never);
    const interactive = slots.take('interactive', never);
    giveBack();
    (await interactive)();
    await bulk;
    expect(slots.used('bulk')).toBe(1);
    expect(slots.used('interactive')).toBe(0);
  });

  it('frees a slot once when it is released twice', async () => {
    const slots = new Slots(2, 0);
    const giveBack = await slots.take('bulk', never);
    await slots.take('bulk', never);
    giveBack();
    giveBack();
    expect(slots.used('bulk')).toBe(1);
  });

  it('rejects a wait with the abort reason and drops it from the queue', async () => {
    const slots = new Slots(1, 0);
    const giveBack = await slots.take('bulk', never);
    const stop = new AbortController();
    const waiting = slots.take('bulk', stop.signal);
    stop.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    giveBack();
    expect(slots.hasRoom('bulk')).toBe(true);
    expect(slots.used('bulk')).toBe(0);
  });

  it('resolves whenRoom when a slot is free', async () => {
    const slots = new Slots(1, 0);
    const giveBack = await slots.take('interactive', never);
    const room = slots.whenRoom('bulk');
    expect(await isSettled(room)).toBe(false);
    giveBack();
    expect(await isSettled(room)).toBe(true);
  });

  it('lends a bounded number of slots, and counts a loan of an aborted holder once', async () => {
    const slots = new Slots(1, 0);
    const takeAndLend = async () => {
      const giveBack = await slots.take('bulk', never);
      return { giveBack, loan: slots.lend('bulk') };
    };
    const lent = [];
    for (let count = 0; count < 8; count += 1) lent.push(await takeAndLend());
    expect((await takeAndLend()).loan).toBeUndefined();
    expect(slots.lent).toBe(8);
    for (const { giveBack, loan } of lent) {
      await loan!.takeBack(AbortSignal.abort());
      giveBack();
    }
    expect([slots.used('bulk'), slots.lent]).toEqual([1, 0]);
  });
});
