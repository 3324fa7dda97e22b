import type { Inspection } from '../contract/inspection.ts'
import type { Pack } from '../db/database.ts'
import { isPlacePack, packName, sharedPacks } from '../sync/online/pack-name.ts'

/** A part of the preparation: an inspection or a shared list, downloaded or not yet. */
export interface Part {
  name: string
  inspection: Inspection | null
  pack: Pack | null
}

/**
 * The shared lists first, then the inspections in order, then the addresses where violations become due, including
 * parts never downloaded.
 */
export function partsOf(packs: readonly Pack[], pending: readonly Inspection[]): Part[] {
  const byName = new Map(packs.map((it) => [it.name, it]))
  const work = pending.map((inspection) => {
    const name = packName(inspection.id)
    return { name, inspection, pack: byName.get(name) ?? null }
  })
  const shared = sharedPacks.map((name) => ({ name, inspection: null, pack: byName.get(name) ?? null }))
  const places = packs
    .filter(({ name }) => isPlacePack(name))
    .map((pack) => ({ name: pack.name, inspection: null, pack }))
    .sort((a, b) => (a.pack.title ?? a.name).localeCompare(b.pack.title ?? b.name))
  return [...shared, ...work, ...places]
}
