import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyBackup } from '../../src/server/backup/read-backup.ts'
import { backUp } from '../harness/backups.ts'
import { type Office, office } from '../harness/office.ts'
import { addPhotographed } from './visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let town: Office
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-backup-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  town = await office()
  closers.push(() => town.close())
  await addPhotographed(town)
})

test('of two backups to one name at once the first that is complete has it, whole, and the other says so', async () => {
  const path = join(folder, 'town.tar.gz')
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isWaiting = false
  const slowStore = {
    ...town.store,
    open: async (key: string) => {
      isWaiting = true
      await held
      return town.store.open(key)
    },
  }
  const slow = backUp({ pool: town.pool, store: slowStore }, path).then(
    () => 'done',
    (error: unknown) => String(error),
  )
  await expect.poll(() => isWaiting).toBe(true)
  const manifest = await backUp(town, path)
  goOn()
  expect(await slow).toMatch(/There is a file .* already/)
  expect(await verifyBackup(path)).toEqual(manifest)
  expect(readdirSync(folder)).toEqual(['town.tar.gz'])
})

test('what a killed backup left does not stop the next one, and is not read as one', async () => {
  writeFileSync(join(folder, 'town.tar.gz.part'), 'half')
  await backUp(town, join(folder, 'town.tar.gz'))
  expect(readdirSync(folder).sort()).toEqual(['town.tar.gz', 'town.tar.gz.part'])
})
