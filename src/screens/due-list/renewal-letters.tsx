import { bringMissing } from '../../parts/bring-missing.ts'
import { sealAsPng } from '../../parts/letter-pictures.ts'
import { LettersButtons, type MadeLetter } from '../../parts/letters.tsx'
import { useZone } from '../../parts/use-now.ts'
import { addressById } from '../../records/address.ts'
import { businessById } from '../../records/business.ts'
import { dueQuestion, licenseSource } from '../../records/due.ts'
import { unitById } from '../../records/unit.ts'
import { renewalLetterOf } from '../../rules/renewal-letter.ts'
import { serverNow } from '../../sync/device/server-time.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useListSearch } from '../../sync/react/list-search.ts'
import type { Band } from './use-due.ts'

/**
 * A letter to each holder of a license that ends soon and is not renewed, as one document: of all `total` licenses of the
 * list, shown or not.
 */
export function RenewalLetters({ band, total }: { band: Band; total: number }) {
  const { device, town } = useEngine()
  const search = useListSearch(useZone())
  const make = async (): Promise<MadeLetter[]> => {
    const { db } = device
    const now = new Date(await serverNow(device))
    const seal = await sealAsPng(town.townSeal)
    const { rows } = await search.find(dueQuestion(licenseSource, band, ''), 0, total)
    const found = await db.rows('license').bulkGet(rows.map((it) => it.id))
    const licenses = found.flatMap((it) => it ?? [])
    // A business holds its license itself; the others are their owners'.
    await bringMissing(device, [
      ...licenses.flatMap((it) => (it.business_id ? businessById(it.business_id) : [])),
      ...licenses.flatMap((it) => (!it.business_id && it.address_id ? addressById(it.address_id) : [])),
    ])
    const businesses = await db.rows('business').bulkGet(licenses.flatMap((it) => it.business_id ?? []))
    await bringMissing(
      device,
      businesses.flatMap((it) => (it?.unit_id ? unitById(it.unit_id) : [])),
    )
    return Promise.all(
      licenses.map(async (license) => {
        const { business_id, address_id } = license
        const business = business_id ? await db.rows('business').get(business_id) : null
        const unit = business?.unit_id ? await db.rows('unit').get(business.unit_id) : null
        const address = !business_id && address_id ? await db.rows('address').get(address_id) : null
        const { townName, letterhead, timeZone: zone } = town
        return {
          letter: renewalLetterOf(
            { license, address: address ?? null, business: business ?? null, unit: unit ?? null },
            { townName, letterhead, seal, zone, now },
          ),
          isPartial: business === undefined || unit === undefined || address === undefined,
        }
      }),
    )
  }
  return (
    <LettersButtons
      what="Renewal letters"
      lacks="the holder or the mailing address"
      fileName="license_renewals"
      make={make}
    />
  )
}
