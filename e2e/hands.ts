import { expect, type Locator, type Page } from '@playwright/test'

/** How a story is told: with the mouse, or with the keyboard alone. */
export type Way = 'mouse' | 'keyboard'

/** The two ways in which every story of the office is told. */
export const ways = ['mouse', 'keyboard'] as const

/** More presses of Tab than any page of the office has controls: a control that is never reached fails the test. */
const mostTabs = 400

/** Works the controls of a page in one way. With the keyboard, nothing is clicked and no focus is set by script. */
export class Hands {
  readonly page: Page
  readonly way: Way

  constructor(page: Page, way: Way) {
    this.page = page
    this.way = way
  }

  /** Opens a page: by its link in the menu, by the search for pages, or by the search's keys (Ctrl K). */
  async goTo(title: string): Promise<void> {
    await expect(this.page.getByRole('navigation').first()).toBeVisible()
    const link = this.page.getByRole('navigation').getByRole('link', { name: title, exact: true })
    if (this.way === 'mouse' && (await link.count()) > 0) return link.first().click()
    const box = this.page.getByRole('dialog', { name: 'Go to' })
    const field = box.getByRole('combobox', { name: 'Go to' })
    if (this.way === 'mouse') await this.page.getByRole('button', { name: /^Go to/ }).click()
    else await this.page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await this.page.keyboard.type(title)
    const first = box.getByRole('option').first()
    await expect(first).toContainText(title)
    if (this.way === 'mouse') await first.click()
    else await this.page.keyboard.press('Enter')
    await expect(box).toBeHidden()
  }

  /** Presses a button or follows a link. */
  async press(control: Locator): Promise<void> {
    if (this.way === 'mouse') return control.click()
    await this.reach(control)
    await this.page.keyboard.press('Enter')
  }

  /** Ticks a box. */
  async tick(box: Locator): Promise<void> {
    if (this.way === 'mouse') return box.check()
    await this.reach(box)
    await this.page.keyboard.press('Space')
  }

  /** Types into a field; `typed` are the keys where they differ from the value, as in a date field. */
  async type(field: Locator, value: string, typed = value): Promise<void> {
    if (this.way === 'mouse') return field.fill(value)
    await this.reach(field)
    await this.page.keyboard.type(typed)
  }

  /** Empties a field. */
  async clear(field: Locator): Promise<void> {
    if (this.way === 'mouse') return field.fill('')
    await this.reach(field)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.press('Delete')
  }

  /** Chooses in a list of choices by its words. */
  async choose(field: Locator, words: string): Promise<void> {
    if (this.way === 'mouse') {
      await field.selectOption(words)
      return
    }
    await this.reach(field)
    await this.page.keyboard.type(words)
    await expect.poll(() => field.evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text)).toBe(words)
  }

  /** Goes to a control by Tab. */
  private async reach(control: Locator): Promise<void> {
    await expect(control).toBeVisible()
    const isThere = () => control.evaluate((it) => it === document.activeElement)
    for (let tabs = 0; tabs < mostTabs && !(await isThere()); tabs++) await this.page.keyboard.press('Tab')
    expect(await isThere(), `reached by Tab: ${control}`).toBe(true)
  }
}
