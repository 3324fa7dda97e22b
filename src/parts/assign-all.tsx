import { useState } from 'react'
import type { Id } from '../contract/id.ts'
import { Button } from '../ui/button.tsx'
import type { RunBulk } from './bulk.tsx'
import { OnsSelect } from './pickers/ons-select.tsx'

interface Props {
  run: RunBulk
  assign: (recordId: Id, userId: Id) => Promise<unknown>
}

/** Assigns all ticked records to one inspector. */
export function AssignAll({ run, assign }: Props) {
  const [chosen, setChosen] = useState<Id | null>(null)
  return (
    <form
      aria-label="Assign the ticked"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen === null) return
        void run(
          (count) => `${count} assigned (waiting to send)`,
          (id) => assign(id, chosen),
        )
      }}
    >
      <OnsSelect label="Assign to" blank="Choose..." value={chosen} onChange={setChosen} />
      <Button type="submit" disabled={chosen === null}>
        Assign
      </Button>
    </form>
  )
}
