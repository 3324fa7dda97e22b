/** Name of the platform's regular wake-up for reminders, where it has one (installed apps of Chromium). */
export const reminderTag = 'codesoft-due'

/** How often the platform may wake the app for them at most (ms). */
const everyMs = 12 * 60 * 60 * 1000

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
}

/** Periodic Background Sync, which the compiler's own library does not know. */
const periodicSyncOf = (registration: ServiceWorkerRegistration): PeriodicSync | undefined =>
  Reflect.get(registration, 'periodicSync') as PeriodicSync | undefined

/** Asks the platform to wake the background worker for reminders. False where it does not do that for this app. */
export async function wakeForReminders(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  const sync = registration && periodicSyncOf(registration)
  if (!sync) return false
  // Refused unless the app is installed and used.
  return sync.register(reminderTag, { minInterval: everyMs }).then(
    () => true,
    () => false,
  )
}

/** Ends that. */
export async function letRemindersSleep(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await (registration && periodicSyncOf(registration))?.unregister(reminderTag)
}

/** Shows a reminder; one that stands there already is replaced. */
export const showReminder = (
  registration: ServiceWorkerRegistration,
  { title, body }: { title: string; body: string },
): Promise<void> =>
  registration.showNotification(title, { body, tag: reminderTag, icon: '/icons/icon-192.png', lang: 'en' })
