import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { commentsOfAddress, commentsOfContact } from '../../records/comment.ts'
import { isPending, isUnderReview } from '../../rules/inspection-status.ts'
import { lastSentBack } from '../../rules/send-back.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Note } from '../../ui/states.tsx'

/** Why the office sent an open inspection back, in its words; nothing if it did not. */
export function SentBack({ inspection }: { inspection: Inspection }) {
  const { id, status, address_id, contact_id } = inspection
  if (!isPending(status)) return null
  const isBefore = isUnderReview(status)
  if (address_id) return <AtAddress id={id} addressId={address_id} isBefore={isBefore} />
  return contact_id ? <OfContact id={id} contactId={contact_id} isBefore={isBefore} /> : null
}

interface Props {
  id: Id
  /** It is under review again, so the words are outdated. */
  isBefore: boolean
}

function AtAddress({ addressId, ...shown }: Props & { addressId: Id }) {
  const { rows } = useRows(commentsOfAddress(addressId))
  return <Words {...shown} comments={rows ?? []} />
}

function OfContact({ contactId, ...shown }: Props & { contactId: Id }) {
  const { rows } = useRows(commentsOfContact(contactId))
  return <Words {...shown} comments={(rows ?? []).map((it) => ({ ...it, content: it.comment }))} />
}

function Words({ id, isBefore, comments }: Props & { comments: Parameters<typeof lastSentBack>[0] }) {
  const words = lastSentBack(comments).get(id)
  if (words === undefined) return null
  return (
    <Note tone={isBefore ? 'accent' : 'yellow'}>
      {isBefore ? 'Sent back before' : 'Sent back'}: {words}
    </Note>
  )
}
