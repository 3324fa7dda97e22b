import { expect } from '@playwright/test'
import type { Page } from 'playwright'

/**
 * The text size that a person sets in the browser (WCAG 1.4.4): 16 is its own, 32 is 200 %. Holds for this page until it
 * is closed, and, as in a browser, also for lengths in media queries. Throws where the browser does not take it.
 */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
  await expectTextSize(page, px)
}

/**
 * The same for a whole browser, from its start. A page that moves to another process, as the full Chromium lets it do
 * with every new origin, loses what was set for it alone.
 */
export const textSizeFlags = (px: number): string[] => [
  `--blink-settings=defaultFontSize=${px},defaultFixedFontSize=${px}`,
]

/** Throws where a text without a size has another one. */
export async function expectTextSize(page: Page, px: number): Promise<void> {
  const shown = () =>
    page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.fontSize = 'medium'
      document.body.append(probe)
      const { fontSize } = getComputedStyle(probe)
      probe.remove()
      return fontSize
    })
  await expect.poll(shown, { message: 'the size of a text without one' }).toBe(`${px}px`)
}
