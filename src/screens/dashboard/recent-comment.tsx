import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Comment } from '../../contract/comment.ts'
import type { Id } from '../../contract/id.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { useZone } from '../../parts/use-now.ts'
import { unitById } from '../../records/unit.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { personName } from '../../rules/person.ts'
import { cutText } from '../../rules/text.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { useHeldRow, useRow } from '../../sync/react/hooks.ts'

/** This many characters of a comment are shown (DB-26). */
const shownLength = 280

const Item = chakra('li', {
  base: {
    paddingBlock: 3,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > p:first-of-type': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: 3,
      fontSize: 'sm',
      color: 'fg.muted',
    },
    '& > p > b': { color: 'fg', fontSize: 'md', fontWeight: 'medium' },
    '& > p:last-of-type': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '48rem' },
  },
})

/** A comment of the town: who, where, when, and its first words (DB-23 to DB-26). */
export function RecentComment({ comment }: { comment: Comment }) {
  const { user, user_id, address_id, unit_id, combadd, content } = comment
  const zone = useZone()
  // A comment written here has only the id of its author.
  const author = useHeldRow('user', user ? null : user_id)
  return (
    <Item>
      <p>
        <b>{personName(user ?? author)}</b>
        <AddressLink id={address_id} combadd={combadd} />
        {unit_id && address_id ? <UnitPlace id={unit_id} addressId={address_id} /> : null}
        <span>{dateTimeText(writtenAt(comment), zone)}</span>
      </p>
      <p>{cutText(content, shownLength)}</p>
    </Item>
  )
}

/** The unit by its number; a unit that this device does not have is fetched (DB-25). */
function UnitPlace({ id, addressId }: { id: Id; addressId: Id }) {
  const kept = useHeldRow('unit', id)
  if (kept === null) return <AskedUnit id={id} addressId={addressId} />
  return kept ? <UnitLine number={kept.number} id={id} addressId={addressId} /> : null
}

function AskedUnit({ id, addressId }: { id: Id; addressId: Id }) {
  const { row } = useRow(unitById(id))
  return <UnitLine number={row?.number} id={id} addressId={addressId} />
}

function UnitLine({ number, id, addressId }: { number: string | undefined; id: Id; addressId: Id }) {
  return (
    <Link to="/address/$addressId/unit/$unitId" params={{ addressId: String(addressId), unitId: String(id) }}>
      {number === undefined ? `Unit #${id}` : unitLabel(number, id)}
    </Link>
  )
}
