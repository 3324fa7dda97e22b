/**
 * A tapped reminder brings the app to the front as it is: a page may hold a half-typed form, so it is not led
 * elsewhere. With no page open, Today is opened.
 */
export function openOnReminder(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(showApp(self.clients))
  })
}

async function showApp(clients: Clients): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (page) await page.focus()
  else await clients.openWindow('/')
}
