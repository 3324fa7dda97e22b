import { sealAsPng } from '../../parts/letter-pictures.ts'
import { LettersButtons } from '../../parts/letters.tsx'
import type { Due } from '../../records/due.ts'
import type { Letter } from '../../rules/letter.ts'
import { renewalLetterOf } from '../../rules/renewal-letter.ts'
import { useEngine } from '../../sync/react/engine.ts'

/** A letter to each holder of a licence that ends soon, as one document. */
export function RenewalLetters({ rows }: { rows: readonly Due[] }) {
  const { device, town } = useEngine()
  const make = async (): Promise<Letter[]> => {
    const { db } = device
    const seal = await sealAsPng(town.townSeal)
    const licenses = await db.rows('license').bulkGet(rows.map((it) => it.id))
    return Promise.all(
      licenses
        .flatMap((license) => (license ? [license] : []))
        .map(async (license) => {
          const [address, business] = await Promise.all([
            license.address_id ? db.rows('address').get(license.address_id) : undefined,
            license.business_id ? db.rows('business').get(license.business_id) : undefined,
          ])
          const { townName, letterhead, timeZone: zone } = town
          const at = { townName, letterhead, seal, zone, now: new Date(device.now()) }
          return renewalLetterOf({ license, address: address ?? null, business: business ?? null }, at)
        }),
    )
  }
  return <LettersButtons what="Renewal letters" fileName="license_renewals" make={make} />
}
