import { dateTimeText } from '../rules/date-text.ts'
import { captureText } from '../rules/original-text.ts'
import { useHeldRow } from '../sync/react/hooks.ts'
import { Facts } from '../ui/facts.tsx'
import { Hash, nameIn } from './original-facts.tsx'
import { officeHash, type ShownPhoto, takenFacts } from './photo-match.ts'
import { useZone } from './use-now.ts'

/** The device's facts about a photo: when by both clocks, where, who, which phone, and the hash of its bytes. */
export function PhotoFacts({ of }: { of: ShownPhoto }) {
  const { own, server } = of
  const zone = useZone()
  const person = server?.user_id
  const user = useHeldRow('user', person)
  const capture = takenFacts(of)
  const sent = officeHash(of)
  const original = own?.sha256 ?? server?.capture?.original_sha256
  return (
    <>
      <Facts
        dense="all"
        facts={{
          'Taken (phone clock)': dateTimeText(capture?.taken_at, zone),
          ...(own && { 'Added on this device': dateTimeText(new Date(own.takenInAt), zone) }),
          'Received (server clock)': arrivedText(of, zone),
          Position: captureText(capture),
          ...(server && { Person: nameIn(user ? [user] : [], person), Phone: server.device }),
        }}
      />
      {sent && (
        <p>
          SHA-256 <Hash>{sent}</Hash>
        </p>
      )}
      {capture?.copy_of && (
        <p>
          A copy with marks of <Hash>{capture.copy_of}</Hash>
        </p>
      )}
      {original && original !== sent && (
        <p>
          As it was added on the phone <Hash>{original}</Hash>
        </p>
      )}
    </>
  )
}

/** When it reached the server, by the server's clock. */
const arrivedText = ({ own, server }: ShownPhoto, zone: string): string => {
  if (server) return dateTimeText(server.created_at, zone)
  return own?.verifiedAt ? dateTimeText(new Date(own.verifiedAt), zone) : 'Not sent yet'
}
