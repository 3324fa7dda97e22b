import { useZone } from '../parts/use-now.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'
import { hasRead, townRestored } from '../sync/reconcile/restored-told.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from './banner.tsx'
import { restoredWords } from './restored-words.ts'

/** The office was restored from a backup, and this person's missing work is sent again. Shown until it is read. */
export function RestoredBanner() {
  const { device } = useEngine()
  const zone = useZone()
  const told = useLive(townRestored, [])
  if (!told) return null
  return (
    <Banner tone={told.photosGone > 0 ? 'red' : 'accent'} text={restoredWords(told, zone)}>
      <Button onClick={() => void hasRead(device.db)}>I have read this</Button>
    </Banner>
  )
}
