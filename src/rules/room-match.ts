import { searchable } from './address-text.ts'

/**
 * The room whose checklist an area uses: the one with its name, ignoring case, else the one of its room_id (AR-07,
 * C-16).
 */
export function roomOfArea<Room extends { id: number; name?: string | null }>(
  area: { name?: string | null; room_id?: number | null },
  rooms: readonly Room[],
): Room | null {
  const name = searchable(area.name ?? '')
  const byName = name === '' ? undefined : rooms.find((room) => searchable(room.name ?? '') === name)
  return byName ?? rooms.find(({ id }) => id === area.room_id) ?? null
}

/** The name of a new area: the chosen room's wins over the typed one; null if there is neither (CI-11). */
export const areaName = (typed: string, room: { name?: string | null } | null): string | null =>
  room?.name?.trim() || typed.trim() || null
