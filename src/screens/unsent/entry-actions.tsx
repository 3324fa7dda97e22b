import type { OutboxEntry } from '../../db/outbox.ts'
import { useEngine } from '../../sync/react/engine.ts'
import {
  chosenByField,
  dependentsOf,
  hasArrived,
  keepMine,
  retry,
  takeTheirs,
} from '../../sync/reconcile/resolve-entry.ts'
import { Button } from '../../ui/button.tsx'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { askAndDiscard } from './discard.tsx'
import { repairFields } from './repair-fields.ts'

interface Props {
  entry: OutboxEntry
  words: string
  onRepair: () => void
}

/** The user's actions for an entry, by its state. Nothing while it is being sent. */
export function EntryActions({ entry, words, onRepair }: Props) {
  const { device } = useEngine()
  const discard = (
    <Button kind="quiet" onClick={() => void askAndDiscard(device, entry, words)}>
      Discard
    </Button>
  )
  const again = (label: string) => <Button onClick={() => void retry(device, entry.key)}>{label}</Button>
  const hasFields = repairFields(entry.body).length > 0
  switch (entry.state) {
    case 'sending':
      return null
    case 'inDoubt':
      return discard
    case 'waiting':
      // An entry that never left may still be changed; one that may have arrived may not.
      return (
        <>
          {entry.attempts === 0 && hasFields && (
            <Button kind="quiet" onClick={onRepair}>
              Edit
            </Button>
          )}
          {discard}
        </>
      )
    case 'held':
      return (
        <>
          {entry.problem?.kind === 'damaged' ? (
            again('Try again')
          ) : (
            <Button onClick={() => location.reload()}>Reload the app</Button>
          )}
          {discard}
        </>
      )
    case 'refused':
      return (
        <>
          {hasFields && entry.problem?.kind !== 'keyUsed' && (
            <Button kind="main" onClick={onRepair}>
              Repair
            </Button>
          )}
          {again('Try again')}
          {discard}
        </>
      )
    case 'conflict':
      return entry.problem?.kind === 'doubt' ? (
        <>
          <ArrivedButton entry={entry} />
          {again('Send again')}
          {discard}
        </>
      ) : (
        <>
          <Button {...(chosenByField(entry) ? {} : { kind: 'main' })} onClick={() => void keepMine(device, entry.key)}>
            Keep mine
          </Button>
          <Button onClick={() => void takeTheirs(device, entry.key)}>Take theirs</Button>
        </>
      )
  }
}

function ArrivedButton({ entry }: { entry: OutboxEntry }) {
  const { device } = useEngine()
  const end = async () => {
    // Its dependents need its server id, which only a sending can give.
    if ((await dependentsOf(device, entry)).length > 0) {
      tellFailure('Other work belongs to this record. Send it again, so that the rest can follow.')
      return
    }
    await hasArrived(device, entry.key)
    tell('Marked as arrived')
  }
  return (
    <Button kind="main" onClick={() => void end()}>
      It has arrived
    </Button>
  )
}
