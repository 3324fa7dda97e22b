import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { takeSharedIn } from '../parts/take-shared.ts'
import { mayWrite } from '../rules/permissions.ts'
import { plural } from '../rules/text.ts'
import { dropShared, sharedBefore } from '../sync/device/shared-files.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { Banner } from './banner.tsx'

/**
 * Pictures that were shared to this device while nobody was signed in belong to nobody. Whoever signs in says whether
 * they are theirs, and sees them only after that: others may use this device.
 */
export function SharedBanner() {
  const { device, directory } = useEngine()
  const canWrite = mayWrite(useUser().role)
  const navigate = useNavigate()
  const [found, setFound] = useState({ count: 0, since: 0 })
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const look = async () => {
      const since = await directory.since()
      setFound({ count: await sharedBefore(since, device.now()), since })
    }
    void look()
  }, [device, directory])
  const { count, since } = found
  if (!canWrite || count === 0) return null
  const answer = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } finally {
      setFound({ since, count: await sharedBefore(since, device.now()) })
      setBusy(false)
    }
  }
  const keep = () =>
    answer(async () => {
      await takeSharedIn(device.db, { before: since })
      await navigate({ to: '/inbox' })
    })
  const were = count === 1 ? 'was' : 'were'
  return (
    <Banner
      text={`${plural(count, 'picture')} ${were} shared to this ${deviceWord} before you signed in. ${count === 1 ? 'Is it' : 'Are they'} yours?`}
    >
      <Button kind="main" disabled={isBusy} onClick={() => void keep()}>
        Keep
      </Button>
      <Button disabled={isBusy} onClick={() => void answer(() => dropShared(since))}>
        Delete
      </Button>
    </Banner>
  )
}
