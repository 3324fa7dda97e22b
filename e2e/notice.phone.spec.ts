import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { all, parseXml, unzip, wordsOf } from '../tests/harness/docx.ts'
import { readPdf } from '../tests/harness/pdf-words.ts'
import { cameraPicture } from './inspector.ts'
import { heic } from './papers.ts'
import { changes, everythingSent, runStory, type StoryContext, sendNow } from './story.ts'
import { test } from './story-test.ts'
import type { TestTown } from './town.ts'

// Each starts a browser of its own and makes it ready for the field.
test.setTimeout(120_000)

/** An open violation at 12 Elm Street, where the first inspector goes today. */
const openViolation = async (town: TestTown) => {
  await town.pool.query(
    "insert into violations (address_id, user_id, deadline, violation_type, created_at) values (1, 1, '7 days', 'doorhanger', '2031-03-01T12:00:00Z')",
  )
  await town.pool.query('insert into violation_codes (violation_id, code_id) values (1, 1)')
}

/** The files that make documents and spreadsheets and search lists are fetched once the page is idle. */
const documentsKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = (await caches.has('codesoft-letters')) ? await (await caches.open('codesoft-letters')).keys() : []
        return kept.length
      }),
    )
    .toBe(9)

/** On the page of the violation, without signal, with all that the notice needs on the phone. */
async function atTheDoor({ town, me }: Pick<StoryContext, 'town' | 'me'>): Promise<void> {
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await documentsKept(me.page)
  await town.signalOff()
  await me.go('/violation/1')
}

const addPhotos = async (page: Page, count: number) => {
  const files = page.getByRole('region', { name: 'Attachments' })
  for (let n = 1; n <= count; n++) {
    const buffer = await cameraPicture(40 + n)
    await files.locator('input[multiple]').setInputFiles({ name: `front ${n}.jpg`, mimeType: 'image/jpeg', buffer })
    await expect(files.getByRole('button', { name: `Enlarge front ${n}.jpg` })).toBeVisible()
  }
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Notice' })

/** The file that a button of the sheet makes. */
const made = async (page: Page, button: string) => {
  const arriving = page.waitForEvent('download')
  await sheet(page).getByRole('button', { name: button, exact: true }).click()
  const file = await arriving
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const paragraphs = (docx: Uint8Array): string[] => {
  const body = parseXml(unzip(docx).get('word/document.xml')?.toString() ?? '')
  return all(body, 'w:p').map(wordsOf)
}
/** A line across the field of the signature, as a finger draws it. */
const sign = async (page: Page) => {
  const field = page.getByRole('img', { name: 'No signature yet: draw it here' })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (!box) throw new Error('No field for the signature')
  const { x, y, width, height } = box
  await page.mouse.move(x + width * 0.1, y + height * 0.7)
  await page.mouse.down()
  for (let step = 1; step <= 16; step++)
    await page.mouse.move(x + width * (0.1 + step * 0.05), y + height * (step % 2 ? 0.3 : 0.7))
  await page.mouse.up()
}

test('I6 a service is recorded, voided with a reason without signal, and the letter with a HEIC photo is shared', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await openViolation(town)
    const { page } = me
    await page.addInitScript(() => {
      const shared: string[] = []
      Object.assign(window, { shared })
      Object.assign(navigator, {
        canShare: ({ files = [] }: ShareData) => files.every((it) => it.type === 'application/pdf'),
        share: async ({ files = [], title }: ShareData) => {
          for (const file of files) shared.push(`${title}: ${file.name} ${(await file.text()).slice(0, 5)}`)
        },
      })
    })
    await atTheDoor({ town, me })
    const files = page.getByRole('region', { name: 'Attachments' })
    await files.locator('input[multiple]').setInputFiles({ name: 'house.heic', mimeType: 'image/heic', buffer: heic })
    await expect(files.getByRole('listitem')).toHaveCount(1)

    const service = page.getByRole('region', { name: /^Service/ })
    await service.getByRole('button', { name: 'Record Service' }).click()
    const form = service.getByRole('form', { name: 'Record Service' })
    await form.getByLabel('How').selectOption({ label: 'Posted on the door' })
    await form.getByRole('button', { name: 'Save Service' }).click()
    const records = service.getByRole('list', { name: 'Records of service' })
    await expect(records).toContainText('Served: posted on the door')
    await records.getByRole('button', { name: 'Void this record of service' }).click()
    const question = page.getByRole('dialog', { name: 'Void this record?' })
    await question.getByRole('button', { name: 'Void Record' }).click()
    await expect(question.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Enter the reason')
    await question.getByRole('textbox', { name: 'Reason' }).fill('It was the house next door')
    await question.getByRole('button', { name: 'Void Record' }).click()
    await expect(records).toContainText(/Voided .*: It was the house next door/)
    await expect(records.getByRole('button', { name: /^Void/ })).toHaveCount(0)

    await page.getByRole('button', { name: 'Make Notice' }).click()
    await expect(sheet(page).getByRole('img', { name: 'Photo of violation 1: Photo 1' })).toBeVisible()
    await sheet(page).getByRole('button', { name: 'Share' }).click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
      .toEqual(['Notice of Violation 1: violation_notice_1.pdf %PDF-'])
    await sheet(page).getByRole('button', { name: 'Close' }).click()

    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    expect(await rows('select how, voided_at is not null as voided, void_reason from notice_services')).toEqual([
      { how: 'posted', voided: true, void_reason: 'It was the house next door' },
    ])
  })
})

const bare = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '')

test('VD-13 G-21 I6 notice and service at the door without signal are stored once, and the office says the same', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await openViolation(town)
    const { page } = me
    await atTheDoor({ town, me })
    await addPhotos(page, 2)
    await page.getByRole('button', { name: 'Make Notice' }).click()
    await expect(sheet(page).getByRole('article', { name: 'The letter' })).toContainText('12 ELM STREET')
    await expect(sheet(page).getByRole('img', { name: 'Photo of violation 1: Photo 2' })).toBeVisible()

    await page.evaluate(() => {
      const printed: string[] = []
      window.print = () => {
        const paper = document.querySelector<HTMLElement>('.paper')
        const head = paper?.querySelector('th')
        const look = head ? getComputedStyle(head).textAlign : ''
        printed.push(`${paper?.querySelectorAll('img').length} ${look} ${paper?.innerText}`)
      }
      Object.assign(window, { printed })
    })
    const printed = () => page.evaluate(() => Reflect.get(window, 'printed') as string[])
    await sheet(page).getByRole('button', { name: 'Print' }).click()
    await expect.poll(async () => (await printed()).length).toBe(1)
    await expect(page.locator('body > .paper')).toHaveCount(0)
    const [paper, ...again] = await printed()
    expect(again).toEqual([])
    // The letter alone, with its pictures and in its look: the head of its table begins where its words begin.
    expect(paper).toMatch(/^2 start /)
    for (const words of ['12 ELM STREET', 'Tall grass']) expect(paper).toContain(words)

    const word = await made(page, 'Word')
    const pdf = await made(page, 'PDF')
    expect([word.name, pdf.name]).toEqual(['violation_notice_1.docx', 'violation_notice_1.pdf'])
    const said = paragraphs(word.bytes)
    expect(said).toContain('Photo Evidence')
    expect(bare(readPdf(pdf.bytes).lines)).toContain(bare(said.slice(0, 20)))
    const pictures = [...unzip(word.bytes)].filter(([name]) => /^word\/media\/./.test(name))
    // Without the time, place and camera that their files tell.
    expect(pictures.map(([, picture]) => picture.includes('Exif'))).toEqual([false, false])
    expect(Buffer.from(pdf.bytes).includes('Doorstep')).toBe(false)

    await sheet(page).getByRole('button', { name: 'Close' }).click()

    const service = page.getByRole('region', { name: /^Service/ })
    await expect(service).toContainText('The notice has not been served yet.')
    await service.getByRole('button', { name: 'Record Service' }).click()
    const form = service.getByRole('form', { name: 'Record Service' })
    await form.getByLabel('How').selectOption({ label: 'Handed over' })
    await form.getByRole('button', { name: 'Save Service' }).click()
    await expect(form.getByRole('alert')).toHaveText('Enter the name of the person who took it')
    await form.getByLabel('Who took it').fill('Rose Peña')
    await form.locator('input[multiple]').setInputFiles({
      name: 'door.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPicture(50),
    })
    await expect(form.getByText('1 file')).toBeVisible()
    await sign(page)
    await expect(form.getByRole('img', { name: 'Signature' })).toBeVisible()
    await form.getByRole('button', { name: 'Save Service' }).click()
    await expect(service.getByRole('list', { name: 'Records of service' })).toContainText(
      'Served: handed over to Rose Peña',
    )
    await expect(service.getByRole('img', { name: 'Signature: handed over to Rose Peña' })).toBeVisible()
    await expect(service.getByRole('button', { name: 'Enlarge door.jpg' })).toBeVisible()
    await expect(service).toContainText('Saved on this phone')

    const before = town.calls.length
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    expect(changes(town, before).filter((it) => /services/.test(it))).toEqual(['POST /api/violation/1/services'])
    const kept = await rows(
      'select how, served_to, user_id, length(signature) > 1000 as signed, observed_at is not null as at, voided_at from notice_services',
    )
    expect(kept).toEqual([
      { how: 'handed', served_to: 'Rose Peña', user_id: 1, signed: true, at: true, voided_at: null },
    ])
    expect(await rows('select owner_type, count(*)::int as n from attachments group by 1 order by 1')).toEqual([
      { owner_type: 'service', n: 1 },
      { owner_type: 'violation', n: 2 },
    ])
    await me.go('/violation/1')
    const arriving = page.waitForEvent('download')
    await page.getByRole('checkbox', { name: 'With the photos' }).check()
    await page.getByRole('button', { name: 'Download Notice' }).click()
    const office = paragraphs(await readFile(await (await arriving).path()))
    expect(office).toEqual(said)
  })
})
