import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openDocumentedSite } from './documented-site.ts'
import { cameraPicture, Inspector } from './inspector.ts'
import { Phone } from './phone.ts'
import { test } from './story-test.ts'
import { openTown } from './town.ts'

/** Checks that every visible picture is drawn and comes from our own origin. */
const shown = async (page: Page, url: string, count: number) => {
  const pictures = page.locator('main img')
  await expect(pictures).toHaveCount(count)
  for (const picture of await pictures.all()) {
    await expect
      .poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth))
      .toBeGreaterThan(0)
    expect(await picture.evaluate((it: HTMLImageElement) => it.currentSrc)).toContain(`${url}/api/files/from/`)
  }
}

test('AR-14 AD-15 with API_UPSTREAM alone, photos that a documented server keeps elsewhere show, without signal too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-front-'))
  const town = await openTown({ profile: 'documented' })
  const site = await openDocumentedSite(town, folder)
  const phone = new Phone({ dies: false })
  try {
    // The office's own programs write without the front.
    const post = async (path: string, body: FormData | object) => {
      const isForm = body instanceof FormData
      const headers: Record<string, string> = isForm ? {} : { 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) }
      const answer = await fetch(`${town.url}/api${path}`, init)
      expect([path, answer.ok]).toEqual([path, true])
      return (await answer.json()) as { id: number }
    }
    const formOf = async (seed: number, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, text] of Object.entries(fields)) form.set(name, text)
      form.set('files', new File([new Uint8Array(await cameraPicture(seed))], `photo ${seed}.jpg`))
      return form
    }
    const area = await post('/inspections/1/areas', { name: 'Stairs' })
    const seen = { content: 'No rail on the stairs', user_id: 1, codes: [], potentialvio: false }
    const observation = await post(`/areas/${area.id}/observations`, seen)
    await post(`/observations/${observation.id}/photos`, await formOf(1))
    await post('/comments/1/address/', await formOf(2, { content: 'From the street', user_id: '1' }))

    const me = new Inspector(await phone.start(site.url), site.url)
    const { page } = me
    await me.signIn()
    await me.prepare(/Ready \d+ of \d+/)
    await me.go(`/inspections/1/area/${area.id}`)
    await expect(page.getByText('No rail on the stairs')).toBeVisible()
    await shown(page, site.url, 1)
    await page.getByRole('button', { name: /Enlarge/ }).click()
    const large = page.getByRole('dialog').locator('img')
    await expect.poll(() => large.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100)
    await page.screenshot({ path: test.info().outputPath('enlarged.png') })

    await me.go('/address/1')
    await page.getByRole('tab', { name: /Photos/ }).click()
    await shown(page, site.url, 1)
    await page.screenshot({ path: test.info().outputPath('address.png') })
    expect(site.fetched.length).toBeGreaterThanOrEqual(2)
    expect(site.fetched.filter((it) => it.fromBrowser)).toEqual([])

    await site.signalOff()
    await me.go(`/inspections/1/area/${area.id}`)
    await shown(page, site.url, 1)
    expect(phone.problems).toEqual([])
  } finally {
    await phone.end()
    await site.close()
    await town.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
