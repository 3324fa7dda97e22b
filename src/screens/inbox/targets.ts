import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { openVisits } from '../../rules/open-matters.ts'
import { violationTitle } from '../../rules/violation-type.ts'

/** The records of an address that photos can be added to. */
interface Targets {
  /** Areas of unfinished inspections. */
  areas: { id: Id; words: string }[]
  /** Open violations. */
  violations: { id: Id; words: string }[]
}

/** Reads them from this device. */
export async function targetsAt(db: DeviceDatabase, addressId: Id): Promise<Targets> {
  const inspections = openVisits(await db.rows('inspection').where('address_id').equals(addressId).toArray())
  const sources = new Map(inspections.map((it) => [it.id, it.source]))
  const areas = await db
    .rows('area')
    .where('inspection_id')
    .anyOf([...sources.keys()])
    .toArray()
  const violations = await db.rows('violation').where('address_id').equals(addressId).toArray()
  return {
    areas: areas.map(({ id, name, inspection_id }) => ({ id, words: `${name}, ${sources.get(inspection_id) ?? ''}` })),
    violations: violations
      .filter(({ status }) => status === 0)
      .map((it) => ({
        id: it.id,
        words: [violationTitle(it), it.codes?.[0] && codeLabel(it.codes[0])].filter(Boolean).join(': '),
      })),
  }
}
