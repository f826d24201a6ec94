import { LeaseWindow } from './lease-window';

const at = (seconds: number) => new Date(seconds * 1000);

describe('LeaseWindow', () => {
  it('grows with every returned page, but only while it limits leases', () => {
    const window = new LeaseWindow();
    window.noteDemand(10);
    for (let page = 0; page < 50; page += 1) window.pageCameBack();
    expect(window.size).toBe(16);
    window.noteDemand(1000);
    for (let page = 0; page < 50; page += 1) window.pageCameBack();
    expect(window.size).toBe(66);
  });

  it('halves once for leases that expire together, and then grows slowly', () => {
    const window = new LeaseWindow();
    for (let lease = 0; lease < 16; lease += 1) window.leaseRanOut(at(100));
    expect(window.size).toBe(8);
    window.noteDemand(1000);
    for (let page = 0; page < 9; page += 1) window.pageCameBack();
    expect(window.size).toBe(9);
    window.leaseRanOut(at(130));
    expect(window.size).toBe(4);
  });

  it('keeps at least one lease', () => {
    const window = new LeaseWindow();
    for (let loss = 0; loss < 20; loss += 1) window.leaseRanOut(at(loss * 100));
    expect(window.size).toBe(1);
  });
});
