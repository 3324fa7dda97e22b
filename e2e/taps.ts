import type { Page } from '@playwright/test'

/** Counts the real taps on a page, on each page that it opens too; `taken` gives those since it was last asked. */
export class Taps {
  #count = 0
  static async on(page: Page): Promise<Taps> {
    const taps = new Taps()
    await page.exposeFunction('tapped', () => {
      taps.#count++
    })
    await page.addInitScript(() => {
      addEventListener('pointerdown', (event) => event.isTrusted && Reflect.get(window, 'tapped')(), true)
    })
    return taps
  }

  taken(): number {
    const count = this.#count
    this.#count = 0
    return count
  }
}
