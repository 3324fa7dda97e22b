import { expect } from '@playwright/test'
import { chooser, comment, field, form, thread } from './comments.ts'
import { photoFiles } from './open-app.ts'
import { everythingSent, runStory, sendNow } from './story.ts'
import { test } from './story-test.ts'

for (const profile of ['keyed', 'documented'] as const) {
  test(`AD-19 AD-23 AD-38 a comment with two photos, its answer lost on the way, reaches a ${profile} office once`, async () => {
    await runStory({ dies: true, profile, doubtWaitSeconds: 2 }, async ({ town, phone, me, rows }) => {
      await me.signIn()
      await me.go('/address/1')
      await expect(me.page.getByText('No comments available.')).toBeVisible()
      await me.page.waitForFunction(() => navigator.serviceWorker.controller !== null)

      await town.signalOff()
      await chooser(me.page).setInputFiles(await photoFiles(2))
      await field(me.page).fill('Porch is loose on the left')
      await form(me.page).getByRole('button', { name: 'Post', exact: true }).click()
      await expect(comment(me.page, 'Porch is loose').getByText('Saved on this phone')).toHaveCount(3)
      await phone.kill()

      // A cold start without signal shows the comment and both pictures.
      const page = await phone.start(`${town.url}/address/1`)
      const said = comment(page, 'Porch is loose')
      await expect(said.getByRole('button', { name: /^Enlarge photo/ })).toHaveCount(2)
      await expect(said).toContainText('Ona Sutter')

      // On a cut connection the browser itself resends the request, and a server without keys may then store it twice.
      // A 500 after the change leaves the outcome unknown, and nothing is resent.
      let lost = 0
      town.faults.inject = ({ method, path }) => {
        if (method !== 'POST' || !path.includes('/comments/') || lost++ > 0) return undefined
        return profile === 'keyed' ? { kind: 'loseAnswer' } : { kind: 'failAfter', status: 500 }
      }
      await town.signalOn()
      await sendNow(page)
      await everythingSent(page)
      expect(lost).toBe(profile === 'keyed' ? 2 : 1)
      await page.goto(`${town.url}/address/1`)
      await expect(thread(page)).toHaveCount(1)
      await expect(said.getByText('Sent', { exact: true })).toHaveCount(2)
      await expect(said.getByRole('button', { name: /^Enlarge/ })).toHaveCount(2)
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await rows('select content, user_id from comments')).toEqual([
        { content: 'Porch is loose on the left', user_id: 1 },
      ])
      expect(await rows('select owner_type, count(*)::int as files from attachments group by owner_type')).toEqual([
        { owner_type: 'comment', files: 2 },
      ])
    })
  })
}
