import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { smallPdf } from '../tests/harness/pdf.ts'
import { type PersonName, people } from '../tests/harness/people.ts'
import { picture } from '../tests/harness/pictures.ts'
import type { OpenApp } from './open-app.ts'

/** The comments of a record, and one of them. */
export const thread = (page: Page): Locator => page.getByRole('list', { name: 'Comments', exact: true }).locator('> li')
export const comment = (page: Page, text: string): Locator => thread(page).filter({ hasText: text })

/** The form of the page or the bar of the phone: both are a form with this name. */
export const form = (page: Page): Locator => page.getByRole('form', { name: 'Add a comment' })
export const field = (page: Page): Locator => form(page).getByRole('textbox', { name: 'Comment' })
export const chooser = (page: Page): Locator => form(page).locator('input[type=file][multiple]')

/** A PDF as a file chooser returns it. */
export const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: smallPdf(name) })

/** Adds a comment at the office with so many pictures, as a person on another device does. */
export async function addCommentAtOffice(
  app: Pick<OpenApp, 'town'>,
  { path, fields, pictures = 0, who = 'otherOns' }: SaidThere,
): Promise<number> {
  const { email, password } = people[who]
  const signedIn = await fetch(`${app.town.url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (let n = 1; n <= pictures; n++)
    body.append('files', new Blob([await picture(n)], { type: 'image/jpeg' }), `seen ${n}.jpg`)
  const answer = await fetch(`${app.town.url}/api${path}`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${access_token}` },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: number }).id
}

interface SaidThere {
  path: string
  fields: Record<string, string>
  pictures?: number
  who?: PersonName
}

/** Waits for the downloads that an action starts. Returns their names and sizes. */
export async function downloads(page: Page, count: number, action: () => Promise<unknown>) {
  const begun: Download[] = []
  page.on('download', (it) => void begun.push(it))
  await action()
  while (begun.length < count) await page.waitForEvent('download', { timeout: 10_000 }).catch(() => undefined)
  return Promise.all(
    begun.map(async (it) => ({ name: it.suggestedFilename(), bytes: (await readFile(await it.path())).byteLength })),
  )
}
