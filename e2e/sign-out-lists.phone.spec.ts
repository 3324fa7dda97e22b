import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Phone only: the dialog is the same at a desk. No server of this kind takes alerts.
const app = openApp('ons', undefined, 'documented')

/** Stores drafts as the app does: half-typed forms, and lists that only this device has. */
const store = (page: Page, drafts: object[]) =>
  page.evaluate(async (drafts) => {
    const { name = '' } = (await indexedDB.databases()).find((it) => /^codesoft-.+-1$/.test(it.name ?? '')) ?? {}
    const opening = indexedDB.open(name)
    await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
    const storing = opening.result.transaction('drafts', 'readwrite')
    for (const it of drafts) storing.objectStore('drafts').put(it)
    await new Promise((resolve) => Object.assign(storing, { oncomplete: resolve }))
    opening.result.close()
  }, drafts)

test('G-05 the sign-out counts lists of alerts that only this phone has apart from half-typed forms', async () => {
  const page = await app.open('/')
  const alert = { id: 1, kind: 'dog', text: '', by: 'Ann', at: '2026-11-30T12:00:00Z' }
  await store(page, [
    ...[1, 2].map((id) => ({ form: `alerts-here/address:${id}`, values: [alert], savedAt: Date.now() })),
    { form: 'comment/address:1', values: { text: 'Half' }, savedAt: Date.now() },
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out?' })
  await expect(dialog).toContainText(
    'Only this phone has 2 lists of alerts or answers. They stay on it until you sign in here again.',
  )
  await expect(dialog).toContainText('1 form that you began is not saved.')
  await expect(dialog).toContainText('The office has everything else that was saved on this device.')
})
