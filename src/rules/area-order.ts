import { inUnitOrder } from './unit-order.ts'

interface AreaPlace {
  id: number
  unit_id?: number | null
}

interface UnitNumber {
  id: number
  number?: string | null
}

/** Areas in the order in which they were made: the server's by id, then this device's, oldest first. */
export const inAreaOrder = <Area extends AreaPlace>(areas: readonly Area[]): Area[] =>
  [...areas].sort((a, b) => (a.id > 0 === b.id > 0 ? Math.abs(a.id) - Math.abs(b.id) : b.id - a.id))

/** The route through a building: the general areas, then unit by unit. */
export function areaWalk<Area extends AreaPlace>(areas: readonly Area[], units: readonly UnitNumber[]): Area[] {
  const ordered = inAreaOrder(areas)
  const known = inUnitOrder(units).map(({ id }) => id)
  const others = ordered.flatMap(({ unit_id }) => (unit_id && !known.includes(unit_id) ? [unit_id] : []))
  const places = [null, ...new Set([...known, ...others])]
  return places.flatMap((place) => ordered.filter(({ unit_id }) => (unit_id ?? null) === place))
}

/** The position in a list, with the rows before and after. `at` counts from 1; 0 means not in the list. */
export function neighbours<Row extends { id: number }>(
  rows: readonly Row[],
  id: number,
): { at: number; before: Row | undefined; after: Row | undefined } {
  const at = rows.findIndex((it) => it.id === id)
  if (at < 0) return { at: 0, before: undefined, after: undefined }
  return { at: at + 1, before: rows[at - 1], after: rows[at + 1] }
}
