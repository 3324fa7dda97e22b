import type { Id } from '../../contract/id.ts'
import { useZone } from '../../parts/use-now.ts'
import { commentsOfAddress } from '../../records/comment.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { furtherCallsAbout, wordsOfCall } from '../../rules/further-call.ts'
import { newestSeenFirst } from '../../rules/list-order.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'

/**
 * Other people's calls about the same: comments at the address that name this complaint. Nothing if there are none.
 */
export function FurtherCalls({ complaintId, addressId }: { complaintId: Id; addressId: Id }) {
  const zone = useZone()
  const { rows } = useRows(commentsOfAddress(addressId))
  const calls = newestSeenFirst(furtherCallsAbout(rows ?? [], { what: 'complaint', id: complaintId }))
  if (calls.length === 0) return null
  return (
    <Section title="Further calls" count={calls.length}>
      <Stack>
        {calls.map((it) => (
          <p key={it.id}>
            <small>{dateTimeText(writtenAt(it), zone)}</small> {wordsOfCall(it.content ?? '')}
          </p>
        ))}
      </Stack>
    </Section>
  )
}
