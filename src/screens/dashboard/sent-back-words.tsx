import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { commentsOfAddress, commentsOfContact } from '../../records/comment.ts'
import type { Stop } from '../../rules/day-plan.ts'
import { maybeSentBack } from '../../rules/maybe-sent-back.ts'
import { contactsWithWords } from '../../rules/send-back.ts'
import { usePull } from '../../sync/react/hooks.ts'

/** The most places that are requested, so that a long round does not request hundreds. */
const mostAsked = 12

/**
 * Reads the comments of stops that the office may have sent back: this phone may not hold the words yet. It shows
 * nothing; the stop shows the words as soon as they are here.
 */
export function SentBackWords({ stops }: { stops: readonly Stop<Inspection, Violation>[] }) {
  const inspections = stops.flatMap((it) => (it.kind === 'inspection' ? it.record : []))
  const asked = inspections.filter(maybeSentBack)
  const addresses = new Set(asked.flatMap(({ address_id }) => address_id ?? []))
  return (
    <>
      {[...addresses].slice(0, mostAsked).map((id) => (
        <AtAddress key={id} id={id} />
      ))}
      {contactsWithWords(asked)
        .slice(0, mostAsked)
        .map((id) => (
          <OfContact key={id} id={id} />
        ))}
    </>
  )
}

function AtAddress({ id }: { id: Id }) {
  usePull(commentsOfAddress(id), 'list', true)
  return null
}

function OfContact({ id }: { id: Id }) {
  usePull(commentsOfContact(id), 'list', true)
  return null
}
