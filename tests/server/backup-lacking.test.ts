import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyBackup } from '../../src/server/backup/read-backup.ts'
import { FileStoreDown, FileUnreadable } from '../../src/server/files/file-store.ts'
import { backUp, restore } from '../harness/backups.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { type Office, office } from '../harness/office.ts'
import { emptyTown } from '../harness/restored.ts'
import { programArgs } from '../harness/server-program.ts'
import { addPhotographed } from './visit.ts'

const closers: (() => unknown)[] = []
let town: Office
let folder: string
let url: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-lacking-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await copyOfTemplate()
  url = database.url
  town = await office({ database })
  closers.push(() => town.close())
  await addPhotographed(town)
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Makes the town name this many files. They are one stored file under other keys. */
const nameFiles = async (count: number): Promise<Uint8Array> => {
  const [row] = (await town.pool.query('select * from attachments')).rows
  const copied = Object.keys(row).filter((it) => !['id', 'original_key', 'web_key', 'thumb_key'].includes(it))
  await town.pool.query(
    `insert into attachments (${copied.join(', ')}, original_key)
     select ${copied.join(', ')}, lpad(n::text, 40, '0') from attachments, generate_series(4, ${count}) n`,
  )
  const bytes = await town.store.open(row.original_key)
  if (!bytes) throw new Error('The photo has no file')
  return bytes
}

/** A store of which every call fails for the keys that `isBad` names. */
const storeFailing = (bytes: Uint8Array, isBad: (key: string) => Error | undefined) => {
  const asked: string[] = []
  const open = async (key: string) => {
    asked.push(key)
    const error = isBad(key)
    if (error) throw error
    return bytes
  }
  return { asked, store: { ...town.store, open } }
}

const path = (name = 'town.tar.gz') => join(folder, name)

describe('a backup that lacks files', () => {
  test('counts and names a file that the object store refuses, and holds all others', async () => {
    const fifth = '5'.padStart(40, '0')
    const { store } = storeFailing(await nameFiles(9), (key) =>
      key === fifth ? new FileStoreDown('The object store answered 500') : undefined,
    )
    const { missingFiles } = await backUp({ ...town, store }, path())
    expect(missingFiles).toEqual([fifth])
    expect(Object.keys((await verifyBackup(path())).entries).filter((it) => it.startsWith('files/'))).toHaveLength(8)
  })

  test('holds a file that the object store refused once, as when its answer was cut', async () => {
    const asked = new Map<string, number>()
    const { store } = storeFailing(await nameFiles(9), (key) => {
      asked.set(key, (asked.get(key) ?? 0) + 1)
      return asked.get(key) === 1 && key.startsWith('00') && key.endsWith('5')
        ? new FileStoreDown('The answer broke off')
        : undefined
    })
    const { missingFiles } = await backUp({ ...town, store }, path())
    expect(missingFiles).toEqual([])
    expect(asked.get('5'.padStart(40, '0'))).toBe(2)
    expect(Object.keys((await verifyBackup(path())).entries).filter((it) => it.startsWith('files/'))).toHaveLength(9)
  })

  test('does not wait for each file of an object store that gives none any more', async () => {
    const all = await nameFiles(200)
    const { store, asked } = storeFailing(all, () => new FileStoreDown('The object store does not answer'))
    await expect(backUp({ ...town, store }, path())).rejects.toThrow('does not answer')
    expect(asked.length).toBeLessThan(50)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['no file could be read', 3, 3, false],
    ['more than a twentieth could not be read', 400, 21, false],
    ['a twentieth could not be read', 420, 21, true],
    ['a few of a small town could not be read', 40, 20, true],
  ])('where %s counts as one only if it is worth that', async (_, all, lacking, counts) => {
    let failed = 0
    const { store } = storeFailing(await nameFiles(all), () =>
      failed++ < lacking ? new FileUnreadable('The disk does not give a file') : undefined,
    )
    expect((await backUp({ ...town, store }, path())).missingFiles).toHaveLength(lacking)
    expect(readdirSync(folder)).toEqual([counts ? 'town.tar.gz' : 'town.tar.gz.incomplete'])
  })
})

/** Runs what the unit does after a backup that ended with this status. */
const endNight = (status: string) => {
  const unit = readFileSync('src/server/deploy/codesoft-backup.service', 'utf8')
  const line = /^ExecStopPost=(.*)$/m.exec(unit)?.[1] ?? 'false'
  const own = line.replaceAll('/var/backups/codesoft', folder).replaceAll('$$', '$')
  expect(spawnSync('sh', ['-c', own], { env: { ...process.env, EXIT_STATUS: status } }).status).toBe(0)
}

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, programArgs('src/server/cli/backup.ts', args), {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url, DATA_FOLDER: town.config.dataFolder },
    })

  test('ends with status 1 when no file can be read, keeps the records aside, and takes known losses', async () => {
    await backUp(town, path('whole.tar.gz'))
    rmSync(join(town.config.dataFolder, 'files'), { recursive: true })
    const { status, stderr } = run(path())
    expect([status, stderr]).toEqual([1, expect.stringContaining('3 of 3 files are missing')])
    expect(readdirSync(folder)).toEqual(['town.tar.gz.incomplete', 'whole.tar.gz'])
    expect((await verifyBackup(path('town.tar.gz.incomplete'))).missingFiles).toHaveLength(3)
    expect(run('--accept-losses', path()).status).toBe(2)
    expect(readdirSync(folder)).toEqual(['town.tar.gz', 'town.tar.gz.incomplete', 'whole.tar.gz'])
  })

  test('leaves an incomplete one to restore, into which the files of an older whole one fit', async () => {
    const [row] = (await town.pool.query('select original_key from attachments')).rows
    const photo = await town.store.open(row.original_key)
    await backUp(town, path('whole.tar.gz'))
    rmSync(join(town.config.dataFolder, 'files'), { recursive: true })
    await backUp(town, path())
    const empty = await emptyTown()
    closers.push(() => empty.close())
    await restore(empty, path('town.tar.gz.incomplete'))
    const args = ['xzf', path('whole.tar.gz'), '-C', empty.folder, '--skip-old-files', 'files']
    expect(spawnSync('tar', args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    expect(await empty.store.open(row.original_key)).toEqual(photo)
  })

  test.each([
    ['1', ['town-old.tar.gz', 'town-old.tar.gz.gpg', 'town-old.tar.gz.incomplete']],
    ['0', ['town-old.tar.gz.gpg']],
  ])('of the night deletes an incomplete one only after one that counts (status %s)', (status, left) => {
    // The last one is the office's own.
    for (const name of ['town-old.tar.gz', 'town-old.tar.gz.incomplete', 'town-old.tar.gz.gpg']) {
      writeFileSync(path(name), '')
      utimesSync(path(name), 1, 1)
    }
    endNight(status)
    expect(readdirSync(folder)).toEqual(left)
  })

  test('of the night keeps the newest of incomplete ones alone, so that failing nights do not fill the disk', () => {
    for (const [at, name] of [
      'town-1.tar.gz.incomplete',
      'town-2.tar.gz.incomplete',
      'town-3.tar.gz.incomplete',
    ].entries()) {
      writeFileSync(path(name), '')
      utimesSync(path(name), 1000 + at, 1000 + at)
    }
    endNight('1')
    expect(readdirSync(folder)).toEqual(['town-3.tar.gz.incomplete'])
  })

  test('says before it begins that an incomplete one of that name is there', async () => {
    writeFileSync(path('town.tar.gz.incomplete'), '')
    await expect(backUp(town, path())).rejects.toThrow('There is a file')
    expect(readdirSync(folder)).toEqual(['town.tar.gz.incomplete'])
  })
})
