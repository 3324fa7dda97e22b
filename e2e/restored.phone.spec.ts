import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from '../src/server/store/migrate.ts'
import { backUp, restore } from '../tests/harness/backups.ts'
import { cameraPicture } from './inspector.ts'
import { everythingSent, openConduct, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people, type TestTown } from './town.ts'

/** Loses the town with its database and restores it from the backup at the same address. */
async function loseAndRestore({ pool, files }: TestTown, path: string): Promise<void> {
  await pool.query('drop schema public cascade; drop schema if exists drizzle cascade; create schema public')
  await migrate(drizzle(pool))
  await restore({ pool, store: files }, path)
}

test('I1 I2 I23 the office is restored from a backup: the phone sends later work again, once, and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-restored-'))
  try {
    await runStory({}, async ({ town, me, rows }) => {
      const { page } = me
      await me.signIn()
      await me.prepare('ready 7 of 7')
      await openConduct(me, 1)
      await backUp({ pool: town.pool, store: town.files }, join(folder, 'backup.tar'), new Date())
      await me.addAreaNamed('Cellar')
      await me.observe('Damp wall', { photos: [await cameraPicture(31)] })
      await everythingSent(page)
      const before = await rows('select sha256 from attachments order by id')
      expect(before).toHaveLength(1)

      await town.signalOff()
      await loseAndRestore(town, join(folder, 'backup.tar'))
      expect(await rows('select id from areas')).toEqual([])
      await town.signalOn()
      await page.reload()
      await page.getByRole('button', { name: 'Sign in to send' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
      await dialog.getByLabel('Password').fill(people.ons.password)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      const said = page.getByText(
        /The office was restored from a backup of .* 2 records and 1 photo of yours are being sent again\./,
      )
      await expect(said).toBeVisible()
      await everythingSent(page)
      expect(await rows('select name from areas')).toEqual([{ name: 'Cellar' }])
      expect(await rows('select content, user_id from observations')).toEqual([{ content: 'Damp wall', user_id: 1 }])
      expect(await rows('select sha256 from attachments order by id')).toEqual(before)
      await page.getByRole('button', { name: 'I have read this' }).click()
      await expect(said).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(said).toHaveCount(0)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
