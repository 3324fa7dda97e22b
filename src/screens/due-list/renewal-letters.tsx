import { bringMissing } from '../../parts/bring-missing.ts'
import { sealAsPng } from '../../parts/letter-pictures.ts'
import { LettersButtons, type MadeLetter } from '../../parts/letters.tsx'
import { useZone } from '../../parts/use-now.ts'
import { addressById } from '../../records/address.ts'
import { businessById } from '../../records/business.ts'
import { dueQuestion, licenseSource } from '../../records/due.ts'
import { renewalLetterOf } from '../../rules/renewal-letter.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useListSearch } from '../../sync/react/list-search.ts'
import type { Band } from './use-due.ts'

/** A letter to each holder of a license that ends soon, as one document: to all `total` of them, listed or not. */
export function RenewalLetters({ band, total }: { band: Band; total: number }) {
  const { device, town } = useEngine()
  const search = useListSearch(useZone())
  const make = async (): Promise<MadeLetter[]> => {
    const { db } = device
    const seal = await sealAsPng(town.townSeal)
    const { rows } = await search.find(dueQuestion(licenseSource, band, ''), 0, total)
    const found = await db.rows('license').bulkGet(rows.map((it) => it.id))
    const licenses = found.flatMap((it) => it ?? [])
    await bringMissing(
      device,
      licenses.flatMap((it) => (it.business_id ? businessById(it.business_id) : [])),
    )
    const held = await Promise.all(
      licenses.map(async (license) => {
        const business = license.business_id ? await db.rows('business').get(license.business_id) : undefined
        // A business license may be without an address of its own.
        return { license, business, addressId: license.address_id ?? business?.address_id }
      }),
    )
    await bringMissing(
      device,
      held.flatMap((it) => (it.addressId ? addressById(it.addressId) : [])),
    )
    return Promise.all(
      held.map(async ({ license, business, addressId }) => {
        const address = addressId ? await db.rows('address').get(addressId) : undefined
        const { townName, letterhead, timeZone: zone } = town
        const at = { townName, letterhead, seal, zone, now: new Date(device.now()) }
        return {
          letter: renewalLetterOf({ license, address: address ?? null, business: business ?? null }, at),
          isPartial: Boolean((addressId && !address) || (license.business_id && !business)),
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
