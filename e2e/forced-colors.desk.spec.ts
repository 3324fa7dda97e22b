import { expect, type Locator } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: contrast themes belong to Windows.

const app = openApp('ons')

const ground = (it: Locator) => it.evaluate((element) => getComputedStyle(element).backgroundColor)

test('with a contrast theme the page, tab and button that are chosen differ from the others', async () => {
  const page = await app.open('/address/1')
  await page.emulateMedia({ forcedColors: 'active' })
  const tabs = page.getByRole('tablist').getByRole('tab')
  const chosen = tabs.and(page.locator('[aria-selected=true]'))
  const other = tabs.and(page.locator('[aria-selected=false]')).first()
  await expect.poll(async () => (await ground(chosen)) === (await ground(other))).toBe(false)
  await page.goto(`${app.town.url}/violations`)
  const menu = page.getByRole('navigation').getByRole('link')
  const here = menu.and(page.locator('[aria-current=page]'))
  await expect.poll(async () => (await ground(here)) === (await ground(menu.first()))).toBe(false)
  await page.goto(`${app.town.url}/map`)
  const kind = page.getByRole('group', { name: 'Shown on the map' }).getByRole('button', { name: 'Violations' })
  const isLikeOthers = async () => (await ground(kind)) === (await ground(page.getByRole('button', { name: 'Print' })))
  await expect.poll(isLikeOthers).toBe(false)
  await kind.click()
  await expect.poll(isLikeOthers).toBe(true)
})
