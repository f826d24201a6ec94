/** How many times the free places a team may hold. */
const SHARE = 3;

/**
 * Places that teams share. A team may hold three times as many as are free: alone it gets three quarters of them, with
 * others less, and however many teams take all they may, some are left for one that has none.
 */
export class FairPlaces {
  private readonly held = new Map<string, number>();
  private taken = 0;

  constructor(private readonly places: number) {}

  get isFull(): boolean {
    return this.taken >= this.places;
  }

  hasRoomFor(team: string): boolean {
    return (this.held.get(team) ?? 0) < SHARE * (this.places - this.taken);
  }

  /** Those that get no place now, of the teams that have any. */
  teamsWithoutRoom(): string[] {
    return [...this.held.keys()].filter((team) => !this.hasRoomFor(team));
  }

  /** @returns gives the place back */
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
