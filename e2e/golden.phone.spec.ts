import { expect, type Page } from '@playwright/test'
import { type Golden, kept, put } from '../tests/golden/kept.ts'
import { everythingSent, onDevice, runStory, tapSendNow, unsent } from './story.ts'
import { test } from './story-test.ts'

/** Deletes the database of the signed-in person and returns its name. The app must not be open. */
const forget = (page: Page, userId: number) =>
  page.evaluate(async (ending) => {
    const name = (await indexedDB.databases()).map((it) => it.name ?? '').find((it) => it.endsWith(ending)) ?? ''
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name)
      deleting.onsuccess = () => resolve()
      deleting.onerror = () => reject(deleting.error)
    })
    return name
  }, `-${userId}`)

/** Opens a page of the origin without the app, and creates a database of an older version there. */
async function goBackTo(golden: Golden, page: Page, url: string): Promise<void> {
  await page.goto(`${url}/favicon.svg`)
  const name = await forget(page, golden.userId)
  expect(name).toMatch(/^codesoft-/)
  await page.evaluate(put, { ...golden, name })
}

for (const golden of kept()) {
  test(`I16 I20 the unsent work that schema ${golden.version} left on a phone opens in this version and reaches the office once`, async () => {
    await runStory({}, async ({ town, me, rows }) => {
      const { page } = me
      await me.signIn()
      await goBackTo(golden, page, town.url)
      town.faults.inject = ({ method }) => (method === 'GET' ? undefined : { kind: 'failBefore', status: 503 })
      await me.go('/unsent')
      await expect(page.getByRole('article', { name: /Broken handrail/ }).first()).toBeVisible()
      await expect(page.getByText('stored 0 of 2 photos')).toBeVisible()
      expect(await unsent(page)).toHaveLength(7)

      town.faults.inject = () => undefined
      await tapSendNow(page)
      await everythingSent(page)
      const made = 'select o.content, o.potentialvio, a.name, i.status from observations o'
      expect(
        await rows(`${made} join areas a on a.id = o.area_id join inspections i on i.id = a.inspection_id`),
      ).toEqual([{ content: 'Broken handrail', potentialvio: true, name: 'Kitchen', status: 'In Progress' }])
      expect(await rows('select number from units order by id')).toEqual([{ number: '1A' }, { number: '2B' }])
      expect(await rows('select count(distinct sha256)::int as n from attachments')).toEqual([{ n: 2 }])
      expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 2 }])
      expect(await onDevice(page, 'drafts')).toMatchObject([{ values: { content: 'The sink' } }])
    })
  })
}
