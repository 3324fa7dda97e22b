import { isDatabaseClosed } from '../db/database-closed.ts'
import { backgroundRegistration } from '../sync/device/background-sync.ts'
import { recheckPacks } from '../sync/device/recheck-packs.ts'
import { showReminder } from '../sync/device/reminder-notice.ts'
import type { Engine } from '../sync/session/presence.ts'
import { dueNow, remindOnce } from '../sync/session/reminders.ts'

/** How often an open app checks whether something is due (ms). */
const everyMs = 15 * 60 * 1000

/**
 * Shows the number on the app's icon (unsent work first, else what is due), and reminds once a day while the app is
 * open in the background. In the foreground it looks whether what was prepared is still here. Call the returned
 * function to stop.
 */
export function followReminders({ device, town }: Engine, isAllSent: boolean): () => void {
  const look = async () => {
    const round = { db: device.db, userId: device.userId, zone: town.timeZone, now: device.now() }
    try {
      // Not on every platform. The numbers are on screen anyway, so a refusal changes nothing.
      if ('setAppBadge' in navigator && isAllSent) navigator.setAppBadge(await dueNow(round)).catch(() => undefined)
      if (document.visibilityState === 'hidden') await remind(round)
      // Files may have gone before this start, or while the app was out of sight.
      else await recheckPacks(device.db)
    } catch (error) {
      // Signing out closes the database while something is still reading.
      if (!isDatabaseClosed(error)) throw error
    }
  }
  const again = () => void look()
  again()
  const timer = setInterval(again, everyMs)
  document.addEventListener('visibilitychange', again)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
  }
}

async function remind(round: Parameters<typeof remindOnce>[0]): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (!('serviceWorker' in navigator)) return
  // The background worker finds and closes only its own reminders, when the office clears the device.
  const registration = (await backgroundRegistration()) ?? (await navigator.serviceWorker.getRegistration('/'))
  if (registration) await remindOnce(round, (reminder) => showReminder(registration, reminder))
}
