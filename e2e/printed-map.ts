import type { Page } from '@playwright/test'

/** The text of the map's sheet at the next print. */
export const printedMap = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.print = () => resolve(document.querySelector('[data-paper-map]')?.textContent ?? '')
      }),
  )
