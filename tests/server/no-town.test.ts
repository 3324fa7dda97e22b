import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../src/server/store/migrate.ts'
import { openStore } from '../../src/server/store/open-store.ts'
import { bareDatabase } from '../harness/processes.ts'
import { cheapPasswords } from '../harness/server-process.ts'
import { programArgs } from '../harness/server-program.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-no-town-'))
  // Root's database runs as another user, who must pass through.
  chmodSync(folder, 0o711)
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (settings: Record<string, string>, command: string, ...given: string[]) =>
  spawnSync(process.execPath, programArgs(`src/server/cli/${command}.ts`, given), {
    encoding: 'utf8',
    env: { ...process.env, ...cheapPasswords, ...settings },
  })

/** A command that needs a town, with what it is given. */
const commands: [string, () => string[]][] = [
  ['backup', () => [join(folder, 'town.tar.gz')]],
  ['user', () => ['list']],
  ['verify-log', () => []],
]

const MINUTE = 60_000

describe('a command that finds no town says so, founds none, and fails:', () => {
  test.each(commands)(
    '%s, whose data folder is not there or is empty',
    (command, given) => {
      for (const place of ['missing', 'empty']) {
        const dataFolder = join(folder, place)
        if (place === 'empty') mkdirSync(dataFolder)
        const { status, stderr } = run({ DATA_FOLDER: dataFolder }, command, ...given())
        expect([status, stderr.trim()]).toEqual([
          1,
          `There is no town in ${dataFolder}. Check DATA_FOLDER: it names the folder of the town's server, whose disk must be mounted.`,
        ])
        expect(existsSync(dataFolder) ? readdirSync(dataFolder) : []).toEqual([])
      }
      expect(existsSync(join(folder, 'missing'))).toBe(false)
      expect(readdirSync(folder)).toEqual(['empty'])
    },
    MINUTE,
  )

  test.each(commands)(
    '%s, whose DATABASE_URL leads to an empty database',
    async (command, given) => {
      const { url, drop } = await bareDatabase()
      closers.push(drop)
      const { status, stderr } = run({ DATABASE_URL: url, DATA_FOLDER: folder }, command, ...given())
      expect([status, stderr.trim()]).toEqual([
        1,
        "There is no town in the database of DATABASE_URL. Check that it is the database of the town's server.",
      ])
      expect(await tablesOf(url)).toEqual([])
      expect(readdirSync(folder)).toEqual([])
    },
    MINUTE,
  )
})

test(
  'a backup after a restore that failed finds no town, so older backups stay',
  () => {
    const wrong = join(folder, 'wrong.tar.gz')
    writeFileSync(wrong, 'no archive')
    const town = { DATA_FOLDER: join(folder, 'data') }
    expect(run(town, 'restore', wrong).status).toBe(1)
    const made = run(town, 'backup', join(folder, 'town.tar.gz'))
    expect([made.status, made.stderr]).toEqual([1, expect.stringContaining('There is no town in')])
    expect(readdirSync(folder)).toEqual(['data', 'wrong.tar.gz'])
  },
  MINUTE,
)

test(
  'G-19 an import may come before the first start: it founds the town, which a backup then finds',
  () => {
    const file = join(folder, 'codes.csv')
    writeFileSync(file, 'chapter,section,name\n50,1,Grass\n')
    const town = { DATA_FOLDER: join(folder, 'data') }
    expect(run(town, 'import', 'codes', file)).toMatchObject({ status: 0, stdout: expect.stringContaining('1 added') })
    const made = run(town, 'backup', join(folder, 'town.tar.gz'))
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('codes: 1 rows')])
  },
  MINUTE,
)

test.skipIf(process.getuid?.() !== 0)(
  'a command finds the town of root below a folder that is closed to others, where the database is elsewhere',
  async () => {
    chmodSync(folder, 0o700)
    const dataFolder = join(folder, 'data')
    const store = await openStore({ dataFolder })
    const place = / is therefore kept in (\S+):/.exec(store.notice)?.[1] ?? ''
    closers.push(() => rmSync(place, { recursive: true }))
    await migrate(store.db)
    await store.pool.query("insert into rooms (name) values ('Attic')")
    await store.close()
    const made = run({ DATA_FOLDER: dataFolder }, 'backup', join(folder, 'town.tar.gz'))
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('rooms: 1 rows')])
  },
  MINUTE,
)

const tablesOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select schemaname || '.' || tablename as name from pg_tables where tableowner = current_user and schemaname not in ('pg_catalog', 'information_schema')",
  )
  await client.end()
  return rows.map(({ name }) => name)
}
