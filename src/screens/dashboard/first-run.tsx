import { useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { recall, remember } from '../../sync/device/local-storage.ts'
import { fetched } from '../../ui/fetched.tsx'

// Shown until they are hidden; later starts do not load their code. What waits for it has some height, so that the
// start waits for its content and nothing below moves.
const FirstCards = fetched(
  async () => (await import('./first-cards.tsx')).FirstCards,
  <div data-loading="" aria-hidden="true" style={{ height: '1px' }} />,
)

const name = 'introduced'

/** Three cards after the first sign-in on this device, until they are hidden. */
export function FirstRun({ pending }: { pending: readonly Inspection[] | undefined }) {
  const [isNew, setNew] = useState(() => recall(name) === null)
  if (!isNew) return null
  const hide = () => {
    remember(name, 'yes')
    setNew(false)
  }
  return <FirstCards pending={pending} onHide={hide} />
}
