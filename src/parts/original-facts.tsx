import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { StoredOriginal } from '../contract/evidence.ts'
import type { User } from '../contract/user.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { captureText, clockText } from '../rules/original-text.ts'
import { nameAmong } from '../rules/person.ts'
import { Facts } from '../ui/facts.tsx'
import { areaLink } from './area-link.ts'
import { RecordTo } from './record-to.tsx'
import { useZone } from './use-now.ts'

/** A full SHA-256, which may break anywhere, to be compared by eye. */
export const Hash = chakra('code', { base: { fontSize: 'sm', overflowWrap: 'anywhere', userSelect: 'all' } })

const Proof = chakra('dl', {
  base: { paddingTop: 3, '& dt': { color: 'fg.muted', fontSize: 'sm' }, '& dd': { paddingBottom: 2 } },
})

/** Who took a stored file, when by both clocks, where, with which phone, and what proves it. */
export function OriginalFacts({ of, users }: { of: StoredOriginal; users: readonly User[] }) {
  const zone = useZone()
  const { capture, device, stored_at, sha256, seal, place } = of
  const clock = clockText(capture?.clock_offset_ms)
  return (
    <>
      <Facts
        dense="all"
        facts={{
          'Taken (phone clock)': dateTimeText(capture?.taken_at, zone),
          'Received (server clock)': dateTimeText(stored_at, zone),
          Person: nameIn(users, of.user_id),
          Phone: device,
          Position: captureText(capture),
          ...(clock && { 'Phone clock': clock }),
          Address: place.address_id && (
            <Link to="/address/$addressId" params={{ addressId: String(place.address_id) }}>
              {place.combadd?.trim() || `Address #${place.address_id}`}
            </Link>
          ),
          'Belongs to': <Record of={of} />,
        }}
      />
      <Proof>
        <dt>SHA-256</dt>
        <dd>
          <Hash>{sha256}</Hash>
        </dd>
        {capture?.copy_of && (
          <>
            <dt>A copy with marks of</dt>
            <dd>
              <Hash>{capture.copy_of}</Hash>
            </dd>
          </>
        )}
        <dt>{seal ? `Sealed in the log as no. ${seal.n}` : 'Not sealed'}</dt>
        <dd>{seal ? <Hash>{seal.hash}</Hash> : 'It arrived before the log recorded the hashes of files.'}</dd>
      </Proof>
    </>
  )
}

/** 'Harriet Vale', or the number of somebody whom the device does not know; '' for nobody. */
export const nameIn = (users: readonly User[], id: number | null | undefined): string =>
  nameAmong(users, id) ?? (id ? `User #${id}` : '')

/** The record on whose page the file is shown. */
function Record({ of: { place, owner_type, owner_id } }: { of: StoredOriginal }) {
  const { violation_id, inspection_id, area_id, unit_id } = place
  if (violation_id)
    return (
      <RecordTo kind="violation" id={violation_id}>
        Violation #{violation_id}
      </RecordTo>
    )
  if (inspection_id && area_id)
    return <Link {...areaLink(inspection_id, { id: area_id, unit_id })}>Observation #{owner_id}</Link>
  if (inspection_id)
    return (
      <RecordTo kind="inspection" id={inspection_id}>
        Inspection #{inspection_id}
      </RecordTo>
    )
  return (
    <>
      {ownerNames[owner_type] ?? owner_type} #{owner_id}
    </>
  )
}

const ownerNames: Partial<globalThis.Record<string, string>> = {
  comment: 'Comment',
  contactComment: 'Comment on a contact',
}
