import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { areaWalk } from '../../rules/area-order.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { isOpenViolation, openVisits } from '../../rules/open-matters.ts'
import { cutText, numbered } from '../../rules/text.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { serverIdOf } from '../../sync/entry/names.ts'

/** The records of an address that photos can be added to. */
interface Targets {
  /** Areas of unfinished inspections. */
  areas: { id: Id; words: string }[]
  /** Open violations. */
  violations: { id: Id; words: string }[]
}

/** Reads them from this device. The office may have numbered the address since it was chosen. */
export async function targetsAt(db: DeviceDatabase, chosen: Id, zone?: string): Promise<Targets> {
  const addressId = await serverIdOf(db, 'address', chosen)
  const inspections = openVisits(await db.rows('inspection').where('address_id').equals(addressId).toArray())
  const areas = await db
    .rows('area')
    .where('inspection_id')
    .anyOf(inspections.map((it) => it.id))
    .toArray()
  const units = (await db.rows('unit').bulkGet(areas.map((it) => it.unit_id ?? 0))).filter((it) => it !== undefined)
  const violations = await db.rows('violation').where('address_id').equals(addressId).toArray()
  return {
    areas: inspections.flatMap((visit) => {
      const isOnly = inspections.every((it) => it === visit || it.source !== visit.source)
      const of = isOnly ? visit.source : visitWords(visit, zone)
      const walk = areaWalk(
        areas.filter((it) => it.inspection_id === visit.id),
        units,
      )
      return walk.map(({ id, name, unit_id }) => {
        const unit = unit_id && unitLabel(units.find((it) => it.id === unit_id)?.number, unit_id)
        return { id, words: [name, unit, of].filter(Boolean).join(', ') }
      })
    }),
    violations: violations.filter(isOpenViolation).map((it) => ({
      id: it.id,
      words: [violationTitle(it), it.codes?.[0] && codeLabel(it.codes[0])].filter(Boolean).join(': '),
    })),
  }
}

/** One of several visits with the same source: its number, or when and with which words it was made here. */
function visitWords(visit: Inspection, zone: string | undefined): string {
  if (visit.id > 0) return numbered(visit.source, visit.id)
  const made = [visit.source, dateTimeText(writtenAt(visit), zone)].filter(Boolean).join(', ')
  return visit.description?.trim() ? `${made}: ${cutText(visit.description, 40)}` : made
}
