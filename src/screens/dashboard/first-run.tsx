import { useState } from 'react'
import { recall, remember } from '../../sync/device/local-storage.ts'
import { useIsStarted } from '../../sync/react/live.ts'
import { fetched } from '../../ui/fetched.tsx'

// Shown once on a device: no later start loads it, and the first screen does not wait for it.
const FirstCards = fetched(async () => (await import('./first-cards.tsx')).FirstCards)

const name = 'introduced'

/** Three cards after the first sign-in on this device, until they are hidden. */
export function FirstRun() {
  const [isNew, setNew] = useState(() => recall(name) === null)
  const isStarted = useIsStarted()
  if (!isNew || !isStarted) return null
  const hide = () => {
    remember(name, 'yes')
    setNew(false)
  }
  return <FirstCards onHide={hide} />
}
