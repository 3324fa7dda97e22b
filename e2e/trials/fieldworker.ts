import { expect as hasty } from '@playwright/test'
import { Inspector, savedCard } from '../inspector.ts'
import { Phone } from '../phone.ts'
import { onDevice } from '../story.ts'
import type { PickedFile } from './pictures.ts'
import { incompleteOnDevice, newRecordOfSaves, type RecordOfSaves } from './promises.ts'
import { pause } from './trial.ts'

/** A trial proves what is kept, not how fast it is; on a busy machine a screen takes its time. */
const patienceMs = 90_000
const expect = hasty.configure({ timeout: patienceMs })

/** What the inspector is at. `picked`: the files are handed over; `tapped`: Save was just pressed. */
export type Step = 'idle' | 'picked' | 'typed' | 'tapped'

/** An inspector whose phone may die at any moment, and who goes on afterwards where the screen says they were. */
export class Fieldworker {
  me!: Inspector
  readonly phone = new Phone()
  readonly book: RecordOfSaves = newRecordOfSaves()
  /** Every promise that was seen broken on the way. */
  readonly broken: string[] = []
  /** Called at every step of an observation. */
  onStep: (step: Step) => void = () => undefined
  /** Files that the form of the present observation said to be saved. */
  #shown = new Set<string>()
  #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Takes the phone out, dead or alive, and opens an address of the app. */
  async open(path: string): Promise<void> {
    this.me = new Inspector(await this.phone.start(`${this.#url}${path}`), this.#url)
    this.me.page.setDefaultTimeout(patienceMs)
  }

  /** Opens the page on which an inspection is conducted. */
  async openConduct(inspectionId: number): Promise<void> {
    await this.me.go(`/inspections/${inspectionId}/conduct`)
    await this.#onConduct()
  }

  /** From an area's page back to the inspection, without opening the app anew. */
  async backToConduct(): Promise<void> {
    await this.me.page.getByRole('link', { name: /^Inspection / }).click()
    await this.#onConduct()
  }

  async #onConduct(): Promise<void> {
    const rooms = this.me.page.getByRole('list', { name: 'Add an area from a room' })
    await expect(rooms.getByRole('button')).toHaveCount(3)
  }

  /** An area from a room, by one tap; ends on the area's page. */
  async addAreaOf(room: string): Promise<void> {
    const { page } = this.me
    await page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button', { name: room }).click()
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
  }

  /** On the conduct page: nothing is left to do here. */
  async complete(): Promise<void> {
    await this.me.page.getByLabel('Status').selectOption('Completed')
    await expect(this.me.page.getByText(/Status updated/)).toBeVisible()
  }

  /** On an area's page, with a form in which nothing is kept: one observation with photos. */
  async observe(content: string, photos: PickedFile[]): Promise<void> {
    this.#shown.clear()
    this.book.unsure.set(content, photos)
    await this.#write(content, photos)
  }

  /** Picks the files, types and saves; notes what the screen says of it. */
  async #write(content: string, files: PickedFile[]): Promise<void> {
    const { page } = this.me
    if (files.length > 0) {
      await page.locator('input[type=file][multiple]').last().setInputFiles(files)
      this.onStep('picked')
    }
    await this.#field().fill(content)
    this.onStep('typed')
    // As people do it: now and then they look at the pictures before they save.
    if (Number(content.at(-2)) % 2 === 0) await this.#see(files)
    await page.getByRole('button', { name: 'Save Observation' }).click()
    this.onStep('tapped')
    // Its card in the list is the screen's word that it is saved.
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
   * After the phone died, on the page of the area: looks at what is still there, and finishes what was begun. What was
   * said to be saved must be there, and nothing that is saved may be asked for again.
   */
  async resume(): Promise<void> {
    const { page } = this.me
    const goOn = page.getByRole('button', { name: 'Go on with it' })
    const isBack = await this.#field()
      .or(goOn)
      .waitFor()
      .then(
        () => true,
        () => false,
      )
    // People then open the app once more; but they should not have to.
    if (!isBack) {
      this.broken.push(`after the phone died, ${page.url()} shows only: ${await page.locator('body').innerText()}`)
      await page.reload()
    }
    await expect(this.#field().or(goOn)).toBeVisible()
    // A kept draft is read after the form is shown.
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
    const isOffered = await page.getByRole('button', { name: 'Go on with it' }).isVisible()
    if (isOffered || (await this.#field().inputValue()) !== '')
      this.broken.push(`${content} is saved, and is offered as unfinished all the same`)
  }

  async #goOn(content: string, photos: PickedFile[]): Promise<void> {
    const { page } = this.me
    const goOn = page.getByRole('button', { name: 'Go on with it' })
    if (await goOn.isVisible()) await goOn.click()
    const drafts = await onDevice<{ name: string; state: string }>(page, 'photos')
    const kept = new Set(drafts.filter((it) => it.state === 'draft').map((it) => it.name))
    for (const name of this.#shown)
      if (!kept.has(name))
        this.broken.push(`${name} was said to be saved in the form, and is gone after the phone died`)
    await this.#see(photos.filter((it) => kept.has(it.name)))
    // The rest is picked anew.
    await this.#write(
      content,
      photos.filter((it) => !kept.has(it.name)),
    )
  }
}
