import { useState } from 'react'
import { useStorage } from '../parts/storage.ts'
import { sizeText } from '../rules/size.ts'
import { useCalm } from '../sync/react/calm.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { Banner } from './banner.tsx'

/** With less room than this the next visit may not fit (bytes): some hundred photos. */
const littleRoom = 100_000_000

/** While photos are sent one after the other, the browser is asked at most this often (ms). */
const askedAtMostMs = 10_000

/**
 * Before the phone is full: how much room is left, and what can be done. Asked again whenever photos are added or
 * deleted.
 */
export function RoomBanner() {
  const { photosWaiting } = useSyncStatus()
  const storage = useStorage(useCalm(photosWaiting, askedAtMostMs))
  const [isRead, setRead] = useState(false)
  if (!storage || storage.used === null || storage.quota === null || isRead) return null
  const room = Math.max(0, storage.quota - storage.used)
  if (room >= littleRoom) return null
  return (
    <Banner
      tone="red"
      text={`This ${deviceWord} is nearly full: ${sizeText(room)} left. Text is still saved, photos may not be. Send what waits, or free some space.`}
    >
      <Button onClick={() => setRead(true)}>I have read this</Button>
    </Banner>
  )
}
