const SHARE = 3;

/** Fair slots: a team may hold three times the free slots (alone three quarters), so that some remain for new teams. */
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

  teamsWithoutRoom(): string[] {
    return [...this.held.keys()].filter((team) => !this.hasRoomFor(team));
  }

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
