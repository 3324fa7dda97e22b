import { expect } from '@playwright/test'
import type { Inspector } from '../inspector.ts'
import { unsent } from '../story.ts'
import type { PickedFile } from './pictures.ts'
import type { Book } from './promises.ts'
import { pause } from './trial.ts'

/** On an area's page: writes one observation with photos, and notes in the book what the screen said of it. */
export async function observe(me: Inspector, book: Book, content: string, photos: PickedFile[]): Promise<void> {
  const { page } = me
  book.unsure.set(content, photos)
  if (photos.length > 0) await page.locator('input[type=file][multiple]').last().setInputFiles(photos)
  const field = page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  await field.fill(content)
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(page.getByRole('article').filter({ hasText: content })).toBeVisible()
  // Only an empty form has been saved: the list alone could be that of an earlier life.
  await expect(field).toHaveValue('')
  book.unsure.delete(content)
  book.saved.set(content, photos)
}

/**
 * Waits until nothing is unsent any more, touching nothing. Ends early when what is left needs the user, or when
 * nothing has moved for `patienceMs`; answers what is left, in words.
 */
export async function sentByItself(
  me: Inspector,
  patienceMs: number,
  say: (line: string) => void = () => undefined,
): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY
  let moved = performance.now()
  let told = moved
  for (;;) {
    const left = await unsent(me.page)
    if (left.length === 0) return []
    if (left.length < least) {
      least = left.length
      moved = performance.now()
    }
    const needsUser = left.every((it) => ['refused', 'conflict', 'held'].includes(it.state))
    if (needsUser || performance.now() - moved > patienceMs)
      return left.map((it) => `not sent: ${it.command} (${it.state}, ${it.attempts} attempts)`)
    if (performance.now() - told > 30_000) {
      told = performance.now()
      say(`${left.length} to send`)
    }
    await pause(500)
  }
}
