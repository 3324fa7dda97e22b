import { expect, type Page } from '@playwright/test'
import { section } from './open-app.ts'
import { changes, inKitchen, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'

const checklist = (page: Page) => section(page, /^Checklist/)

/** Taps answers as fast as React shows them, before the page has stored any of them. */
const tapAtOnce = (page: Page, names: readonly string[]) =>
  checklist(page).evaluate(async (list, labels) => {
    const all = [...list.querySelectorAll<HTMLElement>('input, button')]
    const nameOf = (it: HTMLElement) =>
      (it.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    for (const label of labels) {
      const found = all.find((it) => nameOf(it) === label)
      if (!found) throw new Error(`No ${label} among ${all.map(nameOf)}`)
      found.click()
      await Promise.resolve()
    }
  }, names)

test('AR-06 C-17 an answer changed before the first is stored is one record, and the last one counts', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await inKitchen(me)
    const { page } = me
    const from = town.calls.length
    await town.signalOff()
    await tapAtOnce(page, ['Sink drains OK', 'Sink drains N/A', 'Sink drains OK'])
    await tapAtOnce(page, ['Outlets near water are protected OK', 'Outlets near water are protected OK'])
    await expect(checklist(page).getByRole('checkbox', { name: 'Sink drains OK' })).toBeChecked()
    await expect(checklist(page).getByRole('checkbox', { name: /^Outlets/ })).not.toBeChecked()
    const answers = async () =>
      (await onDevice<{ content: string; answer: string | null }>(page, 'answer'))
        .map((it) => `${it.content}: ${it.answer}`)
        .sort()
    await expect.poll(answers).toEqual(['Outlets near water are protected: null', 'Sink drains: ok'])
    await page.reload()
    await expect(checklist(page).getByRole('checkbox', { name: 'Sink drains OK' })).toBeChecked()
    await expect(checklist(page).getByRole('checkbox', { name: /^Outlets/ })).not.toBeChecked()
    await town.signalOn()
    const office = () => rows('select content, answer from prompt_answers order by content')
    await expect.poll(office, { timeout: 30_000 }).toEqual([
      { content: 'Outlets near water are protected', answer: null },
      { content: 'Sink drains', answer: 'ok' },
    ])
    expect(changes(town, from).filter((it) => it.startsWith('POST'))).toHaveLength(2)
  })
})

test('AR-06 C-17 answers that a documented server does not take stay on this phone, also two of one moment', async () => {
  await runStory({ profile: 'documented' }, async ({ me }) => {
    await inKitchen(me)
    const { page } = me
    await expect(checklist(page)).toContainText('Answers stay on this phone')
    await tapAtOnce(page, ['Sink drains OK', 'Outlets near water are protected N/A'])
    await expect(checklist(page)).toContainText('2 of 2')
    const kept = async () => JSON.stringify(await onDevice(page, 'drafts'))
    await expect.poll(kept).toMatch(/Sink drains.*Outlets near water/)
    await page.reload()
    await expect(checklist(page)).toContainText('2 of 2')
    await tapAtOnce(page, ['Sink drains OK'])
    await expect.poll(kept).not.toContain('Sink drains')
    await page.reload()
    await expect(checklist(page)).toContainText('1 of 2')
    expect(await onDevice(page, 'outbox')).toEqual([])
  })
})
