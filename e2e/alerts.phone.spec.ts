import { expect } from '@playwright/test'
import { Inspector } from './inspector.ts'
import { moveTo, section } from './open-app.ts'
import { Phone } from './phone.ts'
import { giveRoom, takeRoom } from './storage.ts'
import { everythingSent, onDevice, openConduct, runStory, typedIsKept } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

// Phone only: an alert is written at the gate.

test('an alert added in two taps without signal shows on every page of the address, and the next inspector sees it', async () => {
  await runStory({ hasProfile: true }, async ({ town, me, rows }) => {
    await me.signIn()
    await me.prepare(/Ready 7 of 7/)
    await me.go('/inspections/1/conduct')
    const { page } = me
    await town.signalOff()
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('button', { name: 'Dog' }).click()
    // Saved by now: words may follow.
    const asked = page.getByRole('dialog', { name: 'Dog: saved' })
    await asked.getByLabel('What to know (optional)').fill('Two in the back yard')
    await asked.getByRole('button', { name: 'Save' }).click()
    const band = page.getByRole('region', { name: 'Alerts' })
    await expect(band).toContainText('Dog: Two in the back yard')
    for (const path of ['/inspection/1', '/inspections/1/review', '/address/1']) {
      await me.go(path)
      await expect(band).toContainText('Dog: Two in the back yard')
    }
    await town.signalOn()
    await me.allSent()
    expect(await rows('select kind, text, removed from premise_alerts')).toEqual([
      { kind: 'dog', text: 'Two in the back yard', removed: false },
    ])
    const phone = new Phone({ dies: false })
    try {
      const next = new Inspector(await phone.start(town.url), town.url, people.otherOns)
      await next.signIn()
      await next.go('/address/1')
      const theirs = next.page.getByRole('region', { name: 'Alerts' })
      await theirs.getByRole('button', { name: 'Dog: Two in the back yard' }).click()
      await expect(next.page.getByText(`by ${people.ons.name}`)).toBeVisible()
      await next.page.getByRole('button', { name: 'Remove' }).click()
      await expect(theirs).toHaveCount(0)
      await everythingSent(next.page, 2)
      expect(await rows('select removed from premise_alerts')).toEqual([{ removed: true }])
      expect(phone.problems).toEqual([])
    } finally {
      await phone.end()
    }
  })
})

test('on a server of the documented calls an alert stays on this phone, and says so', async () => {
  await runStory({ profile: 'documented' }, async ({ town, me }) => {
    await me.signIn()
    await me.go('/address/1')
    const { page } = me
    await page.getByRole('button', { name: 'Add alert' }).click()
    await expect(page.getByText('nobody else sees it')).toBeVisible()
    await page.getByRole('button', { name: 'Sharps' }).click()
    await page.getByRole('dialog', { name: 'Sharps: saved' }).getByRole('button', { name: 'Done' }).click()
    await page.reload()
    const band = page.getByRole('region', { name: 'Alerts' })
    await expect(band).toContainText('Sharps')
    await expect(band).toContainText('On this phone only')
    expect(town.calls.filter((it) => it.includes('alerts'))).toEqual([])
  })
})

test('AR-06 alerts and answers given before the server has said that it takes them are shown, and reach the office', async () => {
  await runStory({}, async ({ me, rows }) => {
    const { page } = me
    // Weak signal: lists arrive, and the questions whether the server takes our calls do not.
    const questions = /\/sync\/(info|changes)/
    await page.route(questions, (route) => route.abort())
    await me.signIn()
    await openConduct(me, 1)
    await me.addAreaOf('Kitchen')
    await page.getByRole('checkbox', { name: 'Sink drains OK' }).click()
    const checklist = section(page, /^Checklist/)
    await expect(checklist).toContainText('1 of 2')
    await expect(checklist).not.toContainText('stay on this phone')
    await me.go('/address/1')
    await page.getByRole('button', { name: 'Add alert' }).click()
    await expect(page.getByRole('button', { name: 'Gate code' })).toBeVisible()
    await expect(page.getByText('takes no alerts')).toHaveCount(0)
    await page.getByRole('button', { name: 'Gate code' }).click()
    const sheet = page.getByRole('dialog', { name: 'Gate code: saved' })
    const offices = async () => [
      ...(await rows('select kind, text from premise_alerts')),
      ...(await rows('select content, answer from prompt_answers')),
    ]
    expect(await offices()).toEqual([])
    // The server says so while the code is being typed.
    await page.unroute(questions)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(offices, { timeout: 60_000 }).toHaveLength(2)
    await sheet.getByLabel('The code, if you know it').fill('1234#')
    await sheet.getByRole('button', { name: 'Save' }).click()
    const band = page.getByRole('region', { name: 'Alerts' })
    await expect(band).toContainText('Gate code: 1234#')
    const arrived = [
      { kind: 'gate', text: '1234#' },
      { content: 'Sink drains', answer: 'ok' },
    ]
    await expect.poll(offices, { timeout: 60_000 }).toEqual(arrived)
    await expect.poll(() => onDevice(page, 'drafts')).toEqual([])
    await expect(band.getByRole('listitem')).toHaveCount(1)
  })
})

test('G-13 what could not be saved in a sheet is said in front of it, and the message can be closed there', async () => {
  await runStory({}, async ({ me }) => {
    await me.signIn()
    await me.go('/address/1')
    const { page } = me
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('button', { name: 'Dog' }).click()
    const sheet = page.getByRole('dialog', { name: 'Dog: saved' })
    await sheet.getByLabel('What to know (optional)').fill('Two in the back yard')
    await takeRoom(page, 'add', ['outbox'])
    await sheet.getByRole('button', { name: 'Save' }).click()
    const message = sheet.locator('[aria-live=polite]').getByText(/^Not saved: this phone is full/)
    await expect(message).toBeVisible()
    // Nothing covers it, and it covers no button of the sheet.
    await message.click({ trial: true })
    await sheet.getByRole('button', { name: 'Save' }).click({ trial: true })
    await sheet.getByRole('button', { name: 'Close message' }).click()
    await expect(message).toHaveCount(0)
    await expect(sheet.getByLabel('What to know (optional)')).toHaveValue('Two in the back yard')

    // A message that is still open when the sheet closes goes on on the page.
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(message).toBeVisible()
    await sheet.getByLabel('What to know (optional)').fill('')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toHaveCount(0)
    const onPage = page.getByRole('status').getByText(/^Not saved: this phone is full/)
    await expect(onPage).toBeVisible()

    // The next save of this page closes it: it would no longer be true.
    await giveRoom(page)
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('button', { name: 'Sharps' }).click()
    await expect(page.getByRole('dialog', { name: 'Sharps: saved' })).toBeVisible()
    await expect(onPage).toHaveCount(0)
  })
})

test('the text of a new alert is saved however its sheet is closed, and a changed one is asked about', async () => {
  await runStory({}, async ({ me, rows }) => {
    await me.signIn()
    const { page } = me
    await me.go('/violations')
    await expect(page.getByRole('heading', { name: 'Violations', level: 1 })).toBeVisible()
    await moveTo(page, '/address/1')
    const band = page.getByRole('region', { name: 'Alerts' })
    for (const [text, leave] of [
      ['4471 then press star', () => page.keyboard.press('Escape')],
      ['Ring the second bell', () => page.goBack()],
    ] as const) {
      await page.getByRole('button', { name: 'Add alert' }).click()
      await page.getByRole('dialog', { name: 'Add alert' }).getByRole('button', { name: 'Gate code' }).click()
      await page.getByLabel('The code, if you know it').fill(text)
      await leave()
      if (!page.url().endsWith('/address/1')) {
        await expect(page.getByRole('heading', { name: 'Violations', level: 1 })).toBeVisible()
        await page.goForward()
      }
      await expect(band).toContainText(text)
    }
    await band.getByRole('button', { name: /4471/ }).click()
    await page.getByLabel('The code, if you know it').fill('4472 then press star')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Save what you typed?' }).getByRole('button', { name: 'Save' }).click()
    await expect(band).toContainText('4472 then press star')
    await me.allSent()
    expect(await rows('select text from premise_alerts order by id')).toEqual([
      { text: '4472 then press star' },
      { text: 'Ring the second bell' },
    ])
  })
})

test('I16 the text of an alert that is not saved yet is in its sheet again after a reload', async () => {
  await runStory({}, async ({ me, rows }) => {
    await me.signIn()
    await me.go('/address/1')
    const { page } = me
    const band = page.getByRole('region', { name: 'Alerts' })
    const words = page.getByLabel('What to know (optional)')
    await page.getByRole('button', { name: 'Add alert' }).click()
    await page.getByRole('button', { name: 'Dog' }).click()
    await words.fill('Two in the back yard')
    await typedIsKept(page, 'Two in the back yard')
    await page.reload()
    await band.getByRole('button', { name: 'Dog' }).click()
    await expect(words).toHaveValue('Two in the back yard')
    await expect(page.getByText('What you typed here is not saved yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(band).toContainText('Dog: Two in the back yard')
    await expect.poll(() => onDevice(page, 'drafts')).toEqual([])
    await me.allSent()
    expect(await rows('select text from premise_alerts')).toEqual([{ text: 'Two in the back yard' }])

    await band.getByRole('button', { name: /Dog/ }).click()
    await words.fill('Only one')
    await typedIsKept(page, 'Only one')
    await page.reload()
    await band.getByRole('button', { name: /Dog/ }).click()
    await expect(words).toHaveValue('Only one')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect.poll(() => onDevice(page, 'drafts')).toEqual([])
    await expect(band).toContainText('Dog: Two in the back yard')
  })
})
