import { chakra } from '@chakra-ui/react/styled-system'
import type { Comment } from '../../contract/comment.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addAddressComment } from '../../records/comment.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { notInspectedText, notInspectedToday, outcomes } from '../../rules/not-inspected.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'

const Choices = chakra('div', { base: { display: 'grid', gap: 2 } })

interface Props {
  inspection: Inspection
  /** The comments at its address about visits that could not be made. */
  said: readonly Comment[]
  onClose: () => void
}

/** Why a stop could not be inspected: one tap sets the status, which stays open, and adds a comment at the address. */
export function OutcomeSheet({ inspection, said, onClose }: Props) {
  const perform = usePerform()
  const user = useUser()
  const { id, address, address_id, unit_id } = inspection
  const recorded = notInspectedToday(said, inspection, useNow(), useZone())
  const write = useOneAtATime(async (outcome: (typeof outcomes)[number]) => {
    const done = await saved(async () => {
      await perform(setInspectionStatus, { inspectionId: id }, { status: 'Pending' })
      if (!address_id) return
      const content = notInspectedText(outcome, inspection)
      await perform(
        addAddressComment,
        { addressId: address_id },
        { content, user_id: user.id, unit_id: unit_id ?? null },
      )
    })
    if (done === null) return
    tellSaved(`${outcome} recorded${address?.combadd ? ` at ${address.combadd}` : ''}`)
    onClose()
  })
  return (
    <Dialog title="Could not inspect" onClose={onClose}>
      <p>
        The inspection stays open with the status Pending
        {address_id ? ', and a comment at the address says why.' : '.'}
      </p>
      {recorded && (
        <p>
          <strong>Recorded today: {recorded}.</strong> One more tap adds a second comment.
        </p>
      )}
      <Choices>
        {outcomes.map((outcome) => (
          <Button key={outcome} shape="wide" onClick={() => void write(outcome)}>
            {outcome}
          </Button>
        ))}
      </Choices>
    </Dialog>
  )
}
