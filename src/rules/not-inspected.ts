/**
 * The comment of an inspection that could not be made. It stays at the office for ever, so it names no number that only
 * this device knows.
 */
export const notInspectedText = (outcome: string, { id, source }: { id: number; source: string }): string =>
  `${outcome}: ${source} inspection${id > 0 ? ` #${id}` : ''} could not be made.`
