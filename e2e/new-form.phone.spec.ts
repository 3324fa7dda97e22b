import { expect } from '@playwright/test'
import { moveTo, openApp, section, test } from './open-app.ts'

// Phone only: at a desk the forms open below their buttons.

const app = openApp('ons')

test('CF-01 CF-13 New leads to its form, at the top and with the focus: from Today, another page, and after a reload', async () => {
  const page = await app.open('/')
  const choose = async (what: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('dialog', { name: 'New' }).getByRole('link', { name: what }).click()
  }
  const isMet = async (title: string, heading = title) => {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
    await expect(page.getByRole('group', { name: title })).toBeFocused()
  }
  await expect(section(page, 'Next')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await choose('Violation')
  await isMet('New Violation')
  await choose('Building permit')
  await isMet('New Building Permit', 'Create New Building/Dumpster/POD Permit')
  // Asked for again while it is open.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await choose('Building permit')
  await expect(page.getByRole('group', { name: 'New Building Permit' }).getByRole('heading').first()).toBeInViewport()
  await page.reload()
  await isMet('New Building Permit', 'Create New Building/Dumpster/POD Permit')
  await moveTo(page, '/violations')
  await choose('Complaint')
  await isMet('New Complaint')
  // The buttons below the round open the same form, and close it.
  await page.getByRole('button', { name: 'New Violation', exact: true }).click()
  await isMet('New Violation')
  await page.getByRole('button', { name: 'New Violation', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New Violation', exact: true })).toHaveCount(0)
})
