/** The tag of the platform's periodic wake-up for reminders, if it has one (installed apps in Chromium). */
export const reminderTag = 'codesoft-due'

/** The minimum time between two wake-ups (ms). */
const everyMs = 12 * 60 * 60 * 1000

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
}

/** Periodic Background Sync is missing from the compiler's library. */
const periodicSyncOf = (registration: ServiceWorkerRegistration): PeriodicSync | undefined =>
  Reflect.get(registration, 'periodicSync') as PeriodicSync | undefined

/** Asks the platform to wake the background worker for reminders. False if it does not do that for this app. */
export async function wakeForReminders(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  const sync = registration && periodicSyncOf(registration)
  if (!sync) return false
  // The browser refuses unless the app is installed and used.
  return sync.register(reminderTag, { minInterval: everyMs }).then(
    () => true,
    () => false,
  )
}

/** Stops the wake-ups. */
export async function letRemindersSleep(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await (registration && periodicSyncOf(registration))?.unregister(reminderTag)
}

/** Shows a reminder; it replaces one that is already shown. */
export const showReminder = (
  registration: ServiceWorkerRegistration,
  { title, body }: { title: string; body: string },
): Promise<void> =>
  registration.showNotification(title, { body, tag: reminderTag, icon: '/icons/icon-192.png', lang: 'en' })

/**
 * Closes shown reminders, in the page or in a worker. They name addresses of the person who was signed in, and stay on
 * the device's lock screen until somebody closes them.
 */
export async function closeReminders(): Promise<void> {
  if (!('Notification' in globalThis)) return
  const own: ServiceWorkerRegistration | undefined = Reflect.get(globalThis, 'registration')
  const registrations = own ? [own] : await registrationsHere()
  const shown = await Promise.all(registrations.map((it) => it.getNotifications({ tag: reminderTag })))
  for (const reminder of shown.flat()) reminder.close()
}

/** A browser that forbids service workers has shown no reminders. */
const registrationsHere = async (): Promise<readonly ServiceWorkerRegistration[]> => {
  try {
    return (await navigator.serviceWorker?.getRegistrations()) ?? []
  } catch (error) {
    if (error instanceof DOMException) return []
    throw error
  }
}

/** Removes shown reminders and the number on the app's icon. Call it in a page when nobody is signed in there. */
export async function endReminders(): Promise<void> {
  // Not on every platform, and without a number it may refuse to remove it.
  if ('setAppBadge' in navigator) navigator.setAppBadge(0).catch(() => undefined)
  await closeReminders()
}
