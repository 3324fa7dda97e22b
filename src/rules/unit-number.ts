/** Two numbers name the same unit if they are equal ignoring outer spaces and case (C-25). */
export const isSameUnitNumber = (a: string | null | undefined, b: string | null | undefined): boolean =>
  plain(a) === plain(b)

/** The result of saving a typed unit number (UN-03, UN-04). */
type UnitRename<Unit> =
  /** Unchanged or blank: the editor just closes. */
  { kind: 'nothing' } | { kind: 'taken'; by: Unit; text: string } | { kind: 'rename'; number: string }

/**
 * Decides about a typed number: nothing to do, used by another unit of the address, or to be confirmed (UN-02..UN-04).
 */
export function unitRename<Unit extends UnitFacts>(
  unit: UnitFacts,
  typed: string,
  unitsOfAddress: readonly Unit[],
): UnitRename<Unit> {
  const number = typed.trim()
  if (number === '' || number === (unit.number ?? '').trim()) return { kind: 'nothing' }
  const by = unitsOfAddress.find((other) => other.id !== unit.id && isSameUnitNumber(other.number, number))
  return by ? { kind: 'taken', by, text: unitTakenText } : { kind: 'rename', number }
}

/** The alert for a number that another unit of the address has (UN-04). */
export const unitTakenText = 'A unit with this number already exists for this address.'

/** 'Unit 2B', else 'Unit 17' from the id, else a dash (CP-04). */
export function unitLabel(number: string | null | undefined, id: number | null | undefined): string {
  if (number?.trim()) return `Unit ${number.trim()}`
  return typeof id === 'number' ? `Unit ${id}` : '—'
}

interface UnitFacts {
  id: number
  number?: string | null
}

const plain = (number: string | null | undefined): string => (number ?? '').trim().toLowerCase()
