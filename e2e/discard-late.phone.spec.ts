import { expect } from '@playwright/test'
import { kitchenWithoutSignal, runStory, unsent } from './story.ts'
import { test } from './story-test.ts'

test('I1 work that is sent while its question is open is not called discarded', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await kitchenWithoutSignal({ me, town })
    await page.goto(`${town.url}/unsent`)
    await page.getByRole('article').getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: 'Discard unsent work?' })
    await expect(question).toBeVisible()

    await town.signalOn()
    await expect.poll(() => rows("select 1 from areas where name = 'Kitchen'")).toHaveLength(1)
    await expect.poll(() => unsent(page)).toEqual([])
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Not discarded: it has been sent meanwhile.')).toBeVisible()
    expect(await rows("select 1 from areas where name = 'Kitchen'")).toHaveLength(1)
  })
})
