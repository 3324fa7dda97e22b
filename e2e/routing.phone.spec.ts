import { expect } from '@playwright/test'
import { inKitchen, runStory } from './story.ts'
import { test } from './story-test.ts'

test('SH-09 SH-11 Back and Forward return to where a screen was scrolled, also after a reload; a new screen begins at its top', async () => {
  await runStory({}, async ({ me }) => {
    await inKitchen(me)
    const { page } = me
    await page.setViewportSize({ width: 390, height: 500 })
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    await me.go('/inspection/1')
    const conduct = page
      .getByRole('main')
      .getByRole('link', { name: /Conduct/ })
      .first()
    await expect(conduct).toBeVisible()
    // Once all of it is shown.
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(900)
    await page.evaluate(() => scrollTo(0, 240))
    // A tap where the link is now; Playwright's own would scroll to it.
    await conduct.evaluate((it: HTMLElement) => it.click())
    await expect(page.getByRole('heading', { level: 1, name: 'Conduct Inspection' })).toBeVisible()
    expect(await scrolled()).toBe(0)
    await expect(page.getByRole('link', { name: /^Kitchen/ })).toBeVisible()
    await page.evaluate(() => scrollTo(0, 90))
    await page.goBack()
    await expect.poll(scrolled).toBe(240)
    await page.goForward()
    await expect.poll(scrolled).toBe(90)
    await page.goBack()
    await expect.poll(scrolled).toBe(240)
    await page.reload()
    await expect.poll(scrolled).toBe(240)
    // Filters and the like stay where they are; so does a jump within the page.
    await page.getByRole('link', { name: 'Skip to content' }).evaluate((it: HTMLElement) => it.click())
    await expect(page.locator('main')).toBeFocused()
    await expect(page).toHaveURL(/\/inspection\/1#main$/)
  })
})
