import type { Page } from '@playwright/test'

/** Wakes the service worker of an origin as the platform does it when signal returns. */
export async function wakeWorker(page: Page, origin = new URL(page.url()).origin): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((it) => it.scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registration,
    tag: 'codesoft-replay',
    lastChance: false,
  })
  await cdp.detach()
}
