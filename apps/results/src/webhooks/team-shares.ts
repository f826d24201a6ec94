/** A team may hold this many times the free slots. */
const SHARE = 3;

/**
 * Slots that teams share. A team may hold three times as many as are free: alone it gets three quarters of them, with
 * others less. However many teams take all they may, some slots are left for a new one.
 */
export class TeamShares {
  private readonly held = new Map<string, number>();
  private taken = 0;

  constructor(private readonly slots: number) {}

  get isFull(): boolean {
    return this.taken >= this.slots;
  }

  hasRoomFor(team: string): boolean {
    return (this.held.get(team) ?? 0) < SHARE * (this.slots - this.taken);
  }

  /** The teams with slots that get no further one now. */
  teamsWithoutRoom(): string[] {
    return [...this.held.keys()].filter((team) => !this.hasRoomFor(team));
  }

  /** @returns releases the slot */
  take(team: string): () => void {
    this.taken += 1;
    this.held.set(team, (this.held.get(team) ?? 0) + 1);
    return () => {
      this.taken -= 1;
      const left = (this.held.get(team) ?? 1) - 1;
      if (left > 0) this.held.set(team, left);
      else this.held.delete(team);
    };
  }
}
