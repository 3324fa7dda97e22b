/**
 * The text that was typed into a field while its earlier text was being stored. If the earlier text itself was changed,
 * all of it is new.
 */
export const typedSince = (stored: string, now: string): string =>
  now.startsWith(stored) ? now.slice(stored.length).trimStart() : now
