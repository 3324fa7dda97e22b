import type { CDPSession, Page } from '@playwright/test'
import { backgroundScope, replayTag } from '../src/sync/device/background-sync.ts'
import { reminderTag } from '../src/sync/device/reminder-notice.ts'

/** Wakes the background worker of an origin as the platform does it when signal returns. */
export async function wakeWorker(page: Page, origin = new URL(page.url()).origin): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await activeRegistration(cdp, origin + backgroundScope)
  await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: replayTag, lastChance: false })
  await cdp.detach()
}

/** Wakes it as the platform does it twice a day for reminders. */
export async function wakeForReminder(page: Page, origin: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registrationId = await activeRegistration(cdp, origin + backgroundScope)
  await cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag: reminderTag })
  await cdp.detach()
}

/** The id of the registration of this scope, as soon as it has an active worker: the page makes it when it is idle. */
async function activeRegistration(cdp: CDPSession, scope: string): Promise<string> {
  const active = new Set<string>()
  let id: string | undefined
  const found = new Promise<string>((resolve) => {
    const look = () => id !== undefined && active.has(id) && resolve(id)
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      id = registrations.find((it) => it.scopeURL === scope && !it.isDeleted)?.registrationId ?? id
      look()
    })
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const it of versions) if (it.status === 'activated') active.add(it.registrationId)
      look()
    })
  })
  await cdp.send('ServiceWorker.enable')
  return found
}
