/** Longer than sitemaps may take at most; every batch of URLs begins it anew. */
export const SEEDING_LEASE_MS = 150_000;
