import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA as far as a program can see it, on what is open now. */
export const expectAccessible = async (page: Page, where: string) => {
  // What is half under the fixed bars is too small to tap only until the page is moved: where it stands is no matter of chance.
  await page.evaluate(() => scrollTo(0, 0))
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html.slice(0, 120)).join(' | ')}`)
  expect.soft(found, where).toEqual([])
}
