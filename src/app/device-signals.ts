import { useEffect } from 'react'
import { started } from '../sync/device/start.ts'
import { useEngine } from '../sync/react/engine.ts'
import { notYet, useSyncStatus } from '../sync/react/hooks.ts'

const remindersCode = () => started().then(() => import('./reminders.ts'))

/**
 * Signals of the installed app to the device: a badge with the unsent work, reminders, and staying awake while photos
 * are sent.
 */
export const useDeviceSignals = (): void => {
  const { waiting, photosWaiting, needsYou, sending } = useSyncStatus()
  const unsent = waiting + photosWaiting + needsYou
  const isAllSent = unsent === 0
  const isSendingPhotos = sending > 0 && photosWaiting > 0
  useEffect(() => {
    // Not on every platform. The number is on screen anyway, so a refusal changes nothing.
    if (!('setAppBadge' in navigator)) return
    navigator.setAppBadge(unsent).catch(() => undefined)
  }, [unsent])
  const engine = useEngine()
  useEffect(() => {
    const following = remindersCode().then(({ followReminders }) => followReminders(engine, isAllSent), notYet)
    return () => void following.then((end) => end?.())
  }, [engine, isAllSent])
  useEffect(() => (isSendingPhotos ? stayAwake() : undefined), [isSendingPhotos])
}

/**
 * Keeps the screen on if the platform can. Call the returned function to stop. A hidden page loses it, so a page that
 * is shown again asks for it again.
 */
const stayAwake = (): (() => void) => {
  if (!('wakeLock' in navigator)) return () => undefined
  const ask = () => navigator.wakeLock.request('screen').catch(() => null) // low battery, or the page is hidden
  let lock = ask()
  const askAgain = () => {
    if (document.visibilityState === 'visible') lock = ask()
  }
  document.addEventListener('visibilitychange', askAgain)
  return () => {
    document.removeEventListener('visibilitychange', askAgain)
    void lock.then((held) => held?.release())
  }
}
