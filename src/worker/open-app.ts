/**
 * A tapped reminder brings the app to the front without navigating, because a page may have a half-typed form. If no
 * page is open, it opens Today.
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
