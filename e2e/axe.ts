import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks the current page for WCAG 2.2 AA, as far as a program can. */
export const expectAccessible = async (page: Page, where: string) => {
  // An element that is half covered by a fixed bar counts as too small only until the page is scrolled, so the scroll
  // position is fixed.
  await page.evaluate(() => scrollTo(0, 0))
  const { violations } = await new AxeBuilder({ page })
    // Only violations are read, and describing each element that passes takes time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html.slice(0, 120)).join(' | ')}`)
  expect.soft(found, where).toEqual([])
}
