import { useState } from 'react'
import { useEngine, useSession } from '../sync/react/engine.ts'
import type { Opening } from '../sync/session/seal/arrive.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from './banner.tsx'

/** Work that was sealed at a sign-out and could not be opened at this sign-in. The sealed copy is complete. */
export function SealedBanner() {
  const { opening } = useEngine()
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  if (opening === 'opened') return null
  const open = async () => {
    setBusy(true)
    await session.openSealed().finally(() => setBusy(false))
  }
  return (
    <Banner tone="red" text={words[opening]}>
      <Button kind="main" disabled={isBusy} onClick={() => void open()}>
        {isBusy ? 'Opening...' : 'Open it'}
      </Button>
    </Banner>
  )
}

const words: Record<Exclude<Opening, 'opened'>, string> = {
  needsSignal:
    'Unsent work of yours is sealed on this device. Opening it needs signal and a session: sign in, then open it.',
  refused:
    'Unsent work of yours is sealed on this device, and neither this password nor this town opens it. It is kept. Sign out, sign in with the password you used then, or ask your administrator.',
  damaged:
    'Unsent work of yours is sealed on this device, and a part of it cannot be read. It is kept as it is: do not clear the storage of this browser, and tell your administrator.',
  noRoom:
    'Unsent work of yours is sealed on this device, and there is no room to open it. Free some space, then open it.',
}
