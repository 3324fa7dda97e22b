import { useState } from 'react'
import { backgroundRegistration } from '../../sync/device/background-sync.ts'
import { closeReminders, letRemindersSleep, wakeForReminders } from '../../sync/device/reminder-notice.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { setReminders } from '../../sync/session/reminders.ts'
import { CheckField } from '../../ui/fields.tsx'
import { Note } from '../../ui/states.tsx'

const canNotify = () => 'Notification' in window && 'serviceWorker' in navigator

/** Reminders of what is due: on or off for this person on this device, and what this device can do. */
export function RemindersChoice() {
  const { db } = useEngine().device
  const known = useLive((it) => it.facts({ reminds: false, remindsClosed: false }), [])
  const [isDenied, setDenied] = useState(false)
  if (!known) return null
  if (!canNotify()) return <p>This browser shows no notifications. What is due stands on Today.</p>
  const choose = async (isWanted: boolean) => {
    setDenied(false)
    if (!isWanted) {
      await setReminders(db, false)
      await letRemindersSleep(await backgroundRegistration())
      await closeReminders()
      return
    }
    if ((await Notification.requestPermission()) !== 'granted') {
      setDenied(true)
      return
    }
    await db.setFact('remindsClosed', await wakeForReminders(await backgroundRegistration()))
    await setReminders(db, true)
  }
  return (
    <>
      <CheckField
        label="Remind me once a day of what is due or overdue"
        checked={known.reminds}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {isDenied && (
        <Note tone="yellow">
          Notifications of CodeSoft are not allowed on this device. Allow them in its settings, then tick this again.
        </Note>
      )}
      <p>
        {known.reminds && known.remindsClosed
          ? 'From 7 in the morning, also while the app is closed.'
          : 'From 7 in the morning, while the app is open in the background.'}{' '}
        The number on the app's icon counts unsent work and, when all is sent, what is due.
      </p>
    </>
  )
}
