import type { Page } from 'playwright'

/**
 * The text size that a person sets in the browser (WCAG 1.4.4): 16 is its own, 32 is 200 %. Holds for this page until it
 * is closed, and, as in a browser, also for lengths in media queries.
 */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
}
