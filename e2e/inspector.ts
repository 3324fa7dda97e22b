import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { people } from '../tests/harness/people.ts'

/** A picture as a phone takes it: with enough detail to be large, and different for each seed. */
export async function cameraPicture(seed: number): Promise<Buffer> {
  const width = 1800
  const height = 1350
  const noise = Buffer.alloc(width * height * 3)
  let state = seed * 2654435761
  for (let at = 0; at < noise.length; at += 16) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    noise.fill(state & 0xff, at, at + 16)
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Make: 'Doorstep' }, IFD2: { DateTimeOriginal: '2026:11:20 09:30:00' } })
    .toBuffer()
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The card of a stored observation; before that it is marked as being saved. */
export const savedCard = (page: Page, content: string): Locator =>
  page.locator('article:not([aria-busy])').filter({ hasText: content })

/** The actions of an inspector on a phone, named as on the screens. */
export class Inspector {
  page: Page
  url: string
  person: { email: string; password: string; name: string }

  constructor(page: Page, url: string, person: { email: string; password: string; name: string } = people.ons) {
    this.page = page
    this.url = url
    this.person = person
  }

  async signIn(): Promise<void> {
    const { page, person } = this
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: new RegExp(person.name) })).toBeVisible()
  }

  /** Downloads the day's work; waits until all of it is there and the app is installed for offline use. */
  async prepare(ready: string | RegExp, timeout = 20_000): Promise<void> {
    const { page } = this
    await this.go('/field')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.getByRole('button', { name: /Prepare/ }).click()
    await expect(page.getByText(ready)).toBeVisible({ timeout })
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.url}${path}`)
  }

  /** On the conduct page: adds a unit; ends on the page of its areas. */
  async addUnit(number: string): Promise<void> {
    const { page } = this
    await page.getByRole('button', { name: /^Add (New )?Unit$/ }).click()
    await page.getByLabel('Unit Number/Letter').fill(number)
    await page.getByRole('button', { name: 'Create Unit' }).click()
    await expect(page.getByRole('heading', { name: `Unit ${number} Areas` })).toBeVisible()
  }

  /** Adds an area from a room with one tap; ends on the area's page. */
  async addAreaOf(room: string): Promise<void> {
    const { page } = this
    await page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button', { name: room }).click()
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
  }

  /** Adds an area with its own name. */
  async addAreaNamed(name: string): Promise<void> {
    const { page } = this
    await page.getByLabel('Area name').fill(name)
    await page.getByRole('button', { name: 'Add Area' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  /** On an area's page. */
  async observe(content: string, options: { flag?: boolean; code?: string; photos?: Buffer[] } = {}): Promise<void> {
    const { page } = this
    const form = page.getByRole('form', { name: 'Add observation' })
    if (options.photos) {
      const files = options.photos.map((buffer, at) => ({
        name: `${content} ${at}.jpg`,
        mimeType: 'image/jpeg',
        buffer,
      }))
      await page
        .getByLabel('Photos', { exact: true })
        .locator('visible=true')
        .or(page.locator('input[type=file][multiple]'))
        .last()
        .setInputFiles(files)
    }
    await form.getByLabel('Observation', { exact: true }).fill(content)
    if (options.code) {
      await form.getByRole('combobox', { name: 'Suspected codes' }).fill(options.code)
      await page.getByRole('option').first().click()
    }
    if (options.flag) await form.getByLabel('Potential violation').check()
    // On the phone the button is in the bar at the bottom, at the desk below the form.
    const save = page.getByRole('button', { name: 'Save Observation' })
    await save
      .or(form.getByRole('button', { name: 'Add Observation' }))
      .filter({ visible: true })
      .first()
      .click()
    await expect(savedCard(page, content)).toBeVisible()
  }

  /** Waits until the status light shows that nothing is unsent. */
  async allSent(timeout = 60_000): Promise<void> {
    await expect(this.page.getByRole('link', { name: /All sent|Nothing to send/ }).first()).toBeVisible({ timeout })
  }
}
