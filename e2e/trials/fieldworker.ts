import { expect as hasty } from '@playwright/test'
import { Inspector, savedCard } from '../inspector.ts'
import { Phone } from '../phone.ts'
import { onDevice } from '../story.ts'
import type { PickedFile } from './pictures.ts'
import { incompleteOnDevice, newRecordOfSaves, type RecordOfSaves } from './promises.ts'
import { pause } from './trial.ts'

/** A trial proves what is kept, not how fast it is. A screen is slow on a busy machine. */
const patienceMs = 90_000
const expect = hasty.configure({ timeout: patienceMs })

/** The inspector's step. `picked`: the files are chosen. `tapped`: Save was just pressed. */
export type Step = 'idle' | 'picked' | 'typed' | 'tapped'

/** An inspector whose phone may die at any time. Afterwards they go on where the screen says. */
export class Fieldworker {
  me!: Inspector
  readonly phone = new Phone()
  readonly book: RecordOfSaves = newRecordOfSaves()
  /** Every broken promise that was seen. */
  readonly broken: string[] = []
  /** Called at every step of an observation. */
  onStep: (step: Step) => void = () => undefined
  /** Files that the form of the current observation showed as saved. */
  #shown = new Set<string>()
  #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Starts the phone if it is dead, and opens an address of the app. */
  async open(path: string): Promise<void> {
    this.me = new Inspector(await this.phone.start(`${this.#url}${path}`), this.#url)
    this.me.page.setDefaultTimeout(patienceMs)
  }

  /** Opens the page on which an inspection is conducted. */
  async openConduct(inspectionId: number): Promise<void> {
    await this.me.go(`/inspections/${inspectionId}/conduct`)
    await this.#onConduct()
  }

  /** Goes from an area's page back to the inspection inside the app. */
  async backToConduct(): Promise<void> {
    await this.me.page.getByRole('link', { name: /^Inspection / }).click()
    await this.#onConduct()
  }

  async #onConduct(): Promise<void> {
    const rooms = this.me.page.getByRole('list', { name: 'Add an area from a room' })
    await expect(rooms.getByRole('button')).toHaveCount(3)
  }

  /** Makes an area from a room with one tap. Ends on the area's page. */
  async addAreaOf(room: string): Promise<void> {
    const { page } = this.me
    await page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button', { name: room }).click()
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
  }

  /** Completes the inspection on the conduct page. */
  async complete(): Promise<void> {
    await this.me.page.getByLabel('Status').selectOption('Completed')
    await expect(this.me.page.getByText(/Status updated/)).toBeVisible()
  }

  /** Makes one observation with photos, on an area's page with an empty form. */
  async observe(content: string, photos: PickedFile[]): Promise<void> {
    this.#shown.clear()
    this.book.unsure.set(content, photos)
    await this.#write(content, photos)
  }

  /** Picks the files, types and saves. Records what the screen says. */
  async #write(content: string, files: PickedFile[]): Promise<void> {
    const { page } = this.me
    if (files.length > 0) {
      await page.locator('input[type=file][multiple]').last().setInputFiles(files)
      this.onStep('picked')
    }
    await this.#field().fill(content)
    this.onStep('typed')
    // Like people, it sometimes looks at the pictures before it saves.
    if (Number(content.at(-2)) % 2 === 0) await this.#see(files)
    await page.getByRole('button', { name: 'Save Observation' }).click()
    this.onStep('tapped')
    // The card in the list says that it is saved.
    await expect(savedCard(page, content)).toBeVisible()
    const all = this.book.unsure.get(content) ?? files
    this.book.unsure.delete(content)
    this.book.saved.set(content, all)
    await expect(this.#field()).toHaveValue('')
    this.onStep('idle')
  }

  async #see(photos: PickedFile[]): Promise<void> {
    for (const { name } of photos) {
      await expect(this.me.page.getByTitle(`${name}: saved on this phone`)).toBeVisible()
      this.#shown.add(name)
    }
  }

  #field() {
    return this.me.page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  }

  /**
   * After the phone died, on the page of the area: checks what is left and finishes the observation. What the screen
   * called saved must be there, and the app must not ask for saved work again.
   */
  async resume(): Promise<void> {
    const { page } = this.me
    const goOn = page.getByRole('button', { name: 'Continue' })
    const isBack = await this.#field()
      .or(goOn)
      .waitFor()
      .then(
        () => true,
        () => false,
      )
    // People then open the app again, but they should not need to.
    if (!isBack) {
      this.broken.push(`after the phone died, ${page.url()} shows only: ${await page.locator('body').innerText()}`)
      await page.reload()
    }
    await expect(this.#field().or(goOn)).toBeVisible()
    // The draft is read after the form is shown.
    await pause(400)
    const rows = await onDevice<{ content: string }>(page, 'observation')
    const standing = new Set(rows.map((it) => it.content))
    for (const content of this.book.saved.keys())
      if (!standing.has(content)) this.broken.push(`${content} was said to be saved, and is gone after the phone died`)
    this.broken.push(...(await incompleteOnDevice(page)))
    for (const [content, photos] of [...this.book.unsure]) {
      if (standing.has(content)) await this.#foundSaved(content, photos)
      else await this.#goOn(content, photos)
    }
  }

  async #foundSaved(content: string, photos: PickedFile[]): Promise<void> {
    const { page } = this.me
    this.book.unsure.delete(content)
    this.book.saved.set(content, photos)
    const isOffered = await page.getByRole('button', { name: 'Continue' }).isVisible()
    if (isOffered || (await this.#field().inputValue()) !== '')
      this.broken.push(`${content} is saved, and is offered as unfinished all the same`)
  }

  async #goOn(content: string, photos: PickedFile[]): Promise<void> {
    const { page } = this.me
    const goOn = page.getByRole('button', { name: 'Continue' })
    if (await goOn.isVisible()) await goOn.click()
    const drafts = await onDevice<{ name: string; state: string }>(page, 'photos')
    const kept = new Set(drafts.filter((it) => it.state === 'draft').map((it) => it.name))
    for (const name of this.#shown)
      if (!kept.has(name))
        this.broken.push(`${name} was said to be saved in the form, and is gone after the phone died`)
    await this.#see(photos.filter((it) => kept.has(it.name)))
    // The other files are picked again.
    await this.#write(
      content,
      photos.filter((it) => !kept.has(it.name)),
    )
  }
}
