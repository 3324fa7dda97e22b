import { useEffect } from 'react'
import { started } from '../sync/device/start.ts'
import { useEngine } from '../sync/react/engine.ts'
import { notYet, useSyncStatus } from '../sync/react/hooks.ts'

/** What the installed app tells the device: a badge with the unsent work, reminders, and to stay awake while photos go out. */
export const useDeviceSignals = (): void => {
  const { waiting, photosWaiting, needsYou, sending } = useSyncStatus()
  const unsent = waiting + photosWaiting + needsYou
  const isAllSent = unsent === 0
  const isSendingPhotos = sending > 0 && photosWaiting > 0
  useEffect(() => {
    // Not on every platform; the number is on screen anyway, so a refusal changes nothing.
    if (!('setAppBadge' in navigator)) return
    navigator.setAppBadge(unsent).catch(() => undefined)
  }, [unsent])
  const engine = useEngine()
  useEffect(() => {
    const following = started()
      .then(() => import('./reminders.ts'))
      .then(({ followReminders }) => followReminders(engine, isAllSent), notYet)
    return () => void following.then((end) => end?.())
  }, [engine, isAllSent])
  useEffect(() => (isSendingPhotos ? stayAwake() : undefined), [isSendingPhotos])
}

/** Keeps the screen on, where the platform can. Call what it returns to let it go; a hidden page loses it by itself. */
const stayAwake = (): (() => void) => {
  if (!('wakeLock' in navigator)) return () => undefined
  const lock = navigator.wakeLock.request('screen').catch(() => null) // low battery, or the page is hidden
  return () => void lock.then((held) => held?.release())
}
